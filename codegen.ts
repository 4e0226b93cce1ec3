import { addTypenameSelectionDocumentTransform } from "@graphql-codegen/client-preset";
import type { CodegenConfig } from "@graphql-codegen/cli";
import { type DefinitionNode, Kind, visit } from "graphql";

type Preset = Exclude<Exclude<CodegenConfig["generates"][string], unknown[]>["preset"], string | undefined>;

/**
 * Writes each operation and fragment to its own module, which imports the fragments that it spreads. The client preset writes all of them into
 * one module, and a bundler moves modules, not exports: every page would load the documents of the whole site.
 */
const documentModules: Preset = {
  async buildGeneratesSection({ baseOutputDir, schema, documents, config }) {
    // A transform configured below would run before these files are written.
    const files = await addTypenameSelectionDocumentTransform.transform({ documents, schema, config });
    const definitions = files.flatMap(({ document }) => document?.definitions ?? []);
    const fragments = new Map(
      definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, exportedName(node)]] : [],
      ),
    );
    return definitions.flatMap((definition) => {
      const name = exportedName(definition);
      if (name === undefined) return [];
      const module = documentModule(name, definition, fragments);
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

/** A fragment is in its own module only: the documents that spread it import it. */
function documentModule(
  name: string,
  definition: DefinitionNode,
  fragments: ReadonlyMap<string, string | undefined>,
): string {
  const spread = new Set<string>();
  visit(definition, {
    FragmentSpread(node) {
      spread.add(fragments.get(node.name.value) ?? "");
    },
  });
  const imports = [...spread].map((fragment) => `import { ${fragment} } from "./${fragment}.js";\n`).join("");
  const own = literal(definition);
  const others = `...new Set([${[...spread].map((fragment) => `...${fragment}.definitions`).join(", ")}])`;
  return `${imports}export const ${name} = { kind: "Document", definitions: [${spread.size > 0 ? `${own}, ${others}` : own}] };\n`;
}

/** Removes positions and the empty lists that make up much of a document. */
function literal(definition: DefinitionNode): string {
  return JSON.stringify(definition, (key, value: unknown) =>
    key === "loc" || (Array.isArray(value) && value.length === 0) ? undefined : value,
  );
}

const documentsIn = (folder: string) => [`${folder}/**/*.{ts,tsx}`, `!${folder}/gql/**/*`, `!${folder}/**/*.test.ts`];

const TYPES = {
  strictScalars: true,
  useTypeImports: true,
  scalars: { DateTime: "string", ID: "string" },
};

/** Generates types and documents for the operations of client, extension, agents and link previews from the committed schema. The result is not committed. */
const config: CodegenConfig = {
  schema: "schema.graphql",
  generates: {
    "client/gql/": {
      preset: "client",
      documents: documentsIn("client"),
      // With __typename included, Apollo Client does not rewrite a document: the server sees the same object each time.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      // Apollo Client masks at run time; the preset's `useFragment` would only mask types.
      presetConfig: { fragmentMasking: false },
      config: {
        customDirectives: { apolloUnmask: true },
        inlineFragmentTypes: "mask",
        ...TYPES,
      },
    },
    "client/gql/documents/": { preset: documentModules, documents: documentsIn("client") },
    "extension/gql/": {
      preset: "client",
      documents: documentsIn("extension"),
      presetConfig: { fragmentMasking: false },
      // Sent as they are written: nothing of the panel reads a parsed document.
      config: { documentMode: "string", ...TYPES },
    },
    "server/gql/": {
      preset: "client",
      documents: documentsIn("server/features/{agents,link-preview}"),
      // `graphql` would have the client's Babel pass import the document from the client.
      presetConfig: { fragmentMasking: false, gqlTagName: "gql" },
      config: { documentMode: "string", ...TYPES },
    },
  },
};

export default config;
