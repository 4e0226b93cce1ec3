import type { CodegenConfig } from "@graphql-codegen/cli";
import { addTypenameSelectionDocumentTransform } from "@graphql-codegen/client-preset";

/** The types and documents of the client's operations, out of the committed schema. The result is not committed. */
const config: CodegenConfig = {
  schema: "schema.graphql",
  documents: ["client/**/*.{ts,tsx}", "!client/gql/**/*", "!client/**/*.test.ts"],
  generates: {
    "client/gql/": {
      preset: "client",
      // With __typename in it Apollo Client leaves a document as it is: the server sees the same object each time.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      // Apollo Client masks at run time; the preset's own `useFragment` would only pretend to.
      presetConfig: { fragmentMasking: false },
      config: {
        customDirectives: { apolloUnmask: true },
        inlineFragmentTypes: "mask",
        strictScalars: true,
        useTypeImports: true,
        scalars: { DateTime: "string", ID: "string" },
      },
    },
  },
};

export default config;
