import { addTypenameSelectionDocumentTransform } from "@graphql-codegen/client-preset";
import type { CodegenConfig } from "@graphql-codegen/cli";
import { type DefinitionNode, type DocumentNode, type FragmentDefinitionNode, Kind, visit } from "graphql";

type Preset = Exclude<Exclude<CodegenConfig["generates"][string], unknown[]>["preset"], string | undefined>;

/**
 * Writes each operation and fragment to its own module, with the fragments that it spreads. The client preset writes all of them into
 * one module, and a bundler moves modules, not exports: every page would load the documents of the whole site.
 */
const documentModules: Preset = {
  async buildGeneratesSection({ baseOutputDir, schema, documents, config }) {
    // A transform configured below would run before these files are written.
    const files = await addTypenameSelectionDocumentTransform.transform({ documents, schema, config });
    const definitions = files.flatMap(({ document }) => document?.definitions ?? []);
    const fragments = new Map(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
    return definitions.flatMap((definition) => {
      const name = exportedName(definition);
      if (name === undefined) return [];
      const module = `export const ${name} = ${literal(withFragments(definition, fragments))};\n`;
      return [
        {
          filename: `${baseOutputDir}${name}.js`,
          schema,
          documents: [],
          config,
          plugins: [{ document: {} }],
          pluginMap: { document: { plugin: () => module } },
        },
      ];
    });
  },
};

/** The name under which the client preset exports it. */
function exportedName(definition: DefinitionNode): string | undefined {
  switch (definition.kind) {
    case Kind.OPERATION_DEFINITION:
      return definition.name && `${definition.name.value}Document`;
    case Kind.FRAGMENT_DEFINITION:
      return `${definition.name.value.replace(/_([a-z])/g, (_, letter: string) => `_${letter.toUpperCase()}`)}FragmentDoc`;
    default:
      return undefined;
  }
}

function withFragments(
  definition: DefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const definitions = new Set([definition]);
  for (const each of definitions) {
    visit(each, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment) definitions.add(fragment);
      },
    });
  }
  return { kind: Kind.DOCUMENT, definitions: [...definitions] };
}

/** Removes positions and the empty lists that make up much of a document. */
function literal(document: DocumentNode): string {
  return JSON.stringify(document, (key, value: unknown) =>
    key === "loc" || (Array.isArray(value) && value.length === 0) ? undefined : value,
  );
}

/** Generates types and documents for the client's operations from the committed schema. The result is not committed. */
const config: CodegenConfig = {
  schema: "schema.graphql",
  documents: ["client/**/*.{ts,tsx}", "!client/gql/**/*", "!client/**/*.test.ts"],
  generates: {
    "client/gql/": {
      preset: "client",
      // With __typename included, Apollo Client does not rewrite a document: the server sees the same object each time.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      // Apollo Client masks at run time; the preset's `useFragment` would only mask types.
      presetConfig: { fragmentMasking: false },
      config: {
        customDirectives: { apolloUnmask: true },
        inlineFragmentTypes: "mask",
        strictScalars: true,
        useTypeImports: true,
        scalars: { DateTime: "string", ID: "string" },
      },
    },
    "client/gql/documents/": { preset: documentModules },
  },
};

export default config;
