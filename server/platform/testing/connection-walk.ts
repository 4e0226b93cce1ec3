import type { TestApp } from "./test-app";

export interface WalkedPage {
  edges: { cursor: string; node: { id?: string; slug?: string } }[];
  nodes: { id?: string; slug?: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount?: number;
}

/** A connection of the schema: `field` is queried with paging arguments, inside `parent` unless it is a root field. */
export interface WalkedList {
  name: string;
  field: string;
  /** Arguments besides the paging ones. */
  args?: string;
  parent?: string;
  id?: "id" | "slug";
}

export interface PageRequest {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

export function pageOperation({ field, args = "", parent, id = "id" }: WalkedList, totalCount = false): string {
  const page = `page: ${field}(${args} first: $first, last: $last, after: $after, before: $before) {
    edges { cursor node { ${id} } } nodes { ${id} } ${totalCount ? "totalCount" : ""}
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  return `query ($first: Int, $last: Int, $after: String, $before: String) { ${parent ? `parent: ${parent} { ${page} }` : page} }`;
}

export async function readPageOf(
  site: TestApp,
  list: WalkedList,
  request: PageRequest,
  totalCount = false,
): Promise<WalkedPage> {
  const data = await site.query<{ page?: WalkedPage; parent?: { page: WalkedPage } }>(pageOperation(list, totalCount), {
    ...request,
  });
  const page = data.parent?.page ?? data.page;
  if (!page) throw new Error(`${list.name} has no page.`);
  return page;
}

export function idsOf(page: WalkedPage): string[] {
  return page.nodes.map((node) => node.id ?? node.slug ?? "");
}

/** Pages through a whole list and returns the ids in order. Fails if a page is inconsistent. */
export async function walk(
  site: TestApp,
  list: WalkedList,
  direction: "forward" | "backward",
  size: number,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; ; pages++) {
    const request: PageRequest =
      direction === "forward" ? { first: size, after: cursor } : { last: size, before: cursor };
    const page = await readPageOf(site, list, request);
    const { pageInfo, edges } = page;
    const more = direction === "forward" ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    const came = direction === "forward" ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
    const consistent =
      came === pages > 0 &&
      (more ? edges.length === size : edges.length <= size) &&
      pageInfo.startCursor === (edges[0]?.cursor ?? null) &&
      pageInfo.endCursor === (edges.at(-1)?.cursor ?? null) &&
      JSON.stringify(edges.map((edge) => edge.node)) === JSON.stringify(page.nodes);
    if (!consistent)
      throw new Error(
        `Page ${String(pages)} of ${list.name} ${direction} by ${String(size)} contradicts itself: ${JSON.stringify(page)}`,
      );
    if (direction === "forward") seen.push(...idsOf(page));
    else seen.unshift(...idsOf(page));
    cursor = direction === "forward" ? pageInfo.endCursor : pageInfo.startCursor;
    if (!more) return seen;
  }
}
