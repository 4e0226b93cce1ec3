import type pg from "pg";
import { encodeCursor } from "../platform/graphql/cursor";
import type { BenchDatabase } from "./bench-database";
import { limitStatement, type ListOptions } from "./limit-statements";
import type { SentStatement } from "../platform/testing/statements";
import type { BenchLocale } from "./vocabulary";

/** A request for a page of 20 prompts, and the statement with which the bare server answers it. */
export interface Workload {
  name: string;
  body: string;
  /** Without one, the bare server runs the site's own statement, because no faster one is known for a search. */
  limit?: SentStatement;
}

const FIELDS =
  "edges { cursor node { id origin languages author { username } tags { slug label(locale: $locale) } upvotes downvotes upvoteDifference favoriteCount copyCount commentCount createdAt";

function document(text: string): string {
  return `query Bench($locale: Locale!, $filter: PromptFilter, $orderBy: PromptOrder, $after: String) {
    prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: 20, after: $after) {
      ${FIELDS} text(locale: $locale) { ${text} } } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
}

const WHOLE_TEXTS = document("locale title remark content");
/** What the cards of a list page show. */
const EXCERPTS = document("locale title remark excerpt");

const BY_SUPPORT = { field: "UPVOTE_DIFFERENCE", direction: "DESC" };

/** @param depth how many prompts come before the deep page. */
export async function workloads(client: pg.Client, { examples }: BenchDatabase, depth: number): Promise<Workload[]> {
  const en = { locale: "en" };
  const after = await rowAt(client, depth);
  const cursor = encodeCursor({ sort: "UPVOTE_DIFFERENCE", direction: "DESC", key: "integer" }, after);
  const list = (
    name: string,
    variables: Record<string, unknown>,
    of: Omit<ListOptions, "locale">,
    query = WHOLE_TEXTS,
  ): Workload => ({
    name,
    body: body(query, { locale: "EN", ...variables }),
    limit: limitStatement({ ...en, ...of }),
  });
  const tagged = async (name: string, slugs: readonly string[], match: "ANY" | "ALL"): Promise<Workload> =>
    list(name, { filter: { tags: slugs, tagMatch: match } }, { tags: { ids: await tagIds(client, slugs), match } });
  const search = (name: string, locale: BenchLocale, query: string, orderBy: typeof BY_SUPPORT | null): Workload => ({
    name: `${name}: ${query}`,
    body: body(WHOLE_TEXTS, { locale: locale.toUpperCase(), filter: { query }, orderBy }),
  });
  const pairs = await tagPairs(client);
  return [
    list("best score", {}, {}),
    list("best score, excerpts", {}, {}, EXCERPTS),
    list("newest", { orderBy: { field: "ID", direction: "DESC" } }, { newest: true }),
    list(`depth ${depth.toLocaleString("en")}`, { after: cursor }, { after }),
    await tagged("two tags, any", pairs.common, "ANY"),
    await tagged("two tags, all", pairs.common, "ALL"),
    await tagged("two tags, all, few have both", pairs.rare, "ALL"),
    search("en frequent", "en", examples.en.frequent, BY_SUPPORT),
    search("en rare", "en", examples.en.rare, BY_SUPPORT),
    search("zh frequent", "zh", examples.zh.frequent, BY_SUPPORT),
    search("zh rare", "zh", examples.zh.rare, BY_SUPPORT),
    search("relevance, en frequent", "en", examples.en.frequent, null),
    search("relevance, en rare", "en", examples.en.rare, null),
    search("relevance, en two words", "en", examples.en.two, null),
    search("relevance, zh frequent", "zh", examples.zh.frequent, null),
  ];
}

/** A request for the total number of prompts in a workload's list. */
export function countBody({ body: page }: Workload): string {
  const { variables } = JSON.parse(page) as { variables: Record<string, unknown> };
  const query = `query Count($locale: Locale!, $filter: PromptFilter) { prompts(locale: $locale, filter: $filter, first: 0) { totalCount } }`;
  return body(query, { locale: variables["locale"], filter: variables["filter"] });
}

function body(query: string, variables: Record<string, unknown>): string {
  return JSON.stringify({ query, variables });
}

async function rowAt(client: pg.Client, offset: number): Promise<{ key: number; id: number }> {
  const { rows } = await client.query<{ key: number; id: number }>(
    `select upvote_difference as key, id from prompt where listed order by upvote_difference desc, id desc offset $1 limit 1`,
    [offset - 1],
  );
  if (!rows[0]) throw new Error(`There are fewer than ${offset} prompts`);
  return rows[0];
}

async function tagIds(client: pg.Client, slugs: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(`select id from tag where slug = any($1)`, [slugs]);
  return rows.map(({ id }) => id);
}

/** The pair of tags that most prompts have, and the pair that fewest have. */
async function tagPairs(client: pg.Client): Promise<{ common: string[]; rare: string[] }> {
  const { rows } = await client.query<{ pair: string[] }>(
    `select array[a.slug, b.slug] as pair from tag a join tag b on a.id < b.id
     join prompt p on p.listed and p.tag_ids @> array[a.id, b.id]
     group by a.slug, b.slug order by count(*) desc, a.slug, b.slug`,
  );
  const [common, rare] = [rows.at(0), rows.at(-1)];
  if (!common || !rare) throw new Error("No two tags occur together");
  return { common: common.pair, rare: rare.pair };
}
