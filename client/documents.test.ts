import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLSchema,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { expect, test } from "vitest";

/** Pages say by ids which prompts and members they show, and are made anew when one of those changes (`page-tag.ts` of the server). */
const IDENTIFIED = ["Prompt", "User"];

const DOCUMENTS = "client/gql/documents";

/** The places where a document asks for a prompt or a member, and not for its id. */
function withoutId(schema: GraphQLSchema, document: DocumentNode): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const asksForId = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === "id" && !selection.alias;
      if (selection.kind === Kind.INLINE_FRAGMENT) return asksForId(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return fragment !== undefined && asksForId(fragment.selectionSet);
    });
  const places: string[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, selectionSet }) {
        const type = getNamedType(types.getType())?.name ?? "";
        if (selectionSet && IDENTIFIED.includes(type) && !asksForId(selectionSet)) places.push(name.value);
      },
    }),
  );
  return places;
}

async function readSchema(): Promise<GraphQLSchema> {
  return buildSchema(await readFile("schema.graphql", "utf8"));
}

test("documents ask for the ids of all prompts and members", async () => {
  const schema = await readSchema();
  const files = (await readdir(DOCUMENTS)).filter((file) => file.endsWith("Document.js"));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const exports = (await import(/* @vite-ignore */ pathToFileURL(`${DOCUMENTS}/${file}`).href)) as object;
    for (const document of Object.values(exports) as DocumentNode[])
      expect([file, withoutId(schema, document)]).toEqual([file, []]);
  }
});

test("and one that does not would be found", async () => {
  const document = parse(
    "query Q { prompt(id: 1) { ...Named author { username } } } fragment Named on Prompt { number: id related { id } }",
  );
  expect(withoutId(await readSchema(), document)).toEqual(["prompt", "author"]);
});
