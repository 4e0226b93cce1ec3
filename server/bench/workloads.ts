import type pg from "pg";
import { promptListDigest } from "../features/prompt/prompt-list.reader";
import { PromptOriginEnum } from "../features/prompt/prompt.type";
import { encodeCursor, listDigest } from "../platform/graphql/cursor";
import { COLLECTOR, type BenchDatabase } from "./bench-database";
import { RARE_LOCALE } from "./generated-prompts";
import { limitStatement, type ListOptions, repliesStatement, threadsStatement } from "./limit-statements";
import type { SentStatement } from "../platform/testing/statements";
import type { BenchLocale } from "./vocabulary";

/** A request for a page of 20 prompts, and the statement with which the bare server answers it. */
export interface Workload {
  name: string;
  body: string;
  /** With a token the list is that of its member's own prompts. */
  token?: string;
  /** Only moderators read it, in a session. */
  asModerator?: true;
  /** How many there are in all, as `prompts`, where the list is not of prompts. */
  total?: string;
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

/** A page of "My prompts", which tells how many there are. */
const OWN = `query Bench($locale: Locale!, $filter: PromptFilter, $orderBy: PromptOrder, $after: String, $count: Boolean = false) {
  viewer { prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: 20, after: $after) {
    totalCount @include(if: $count)
    edges { cursor node { id shared sharedAt updatedAt hidden languages tags { slug label(locale: $locale) }
      text(locale: $locale) { locale title remark excerpt } } }
    pageInfo { hasNextPage endCursor }
  } }
}`;

/** A page of favourites, which tells how many there are, also of those that are not shared at present, and how the member votes on them. */
const FAVORITES = `query Bench($locale: Locale!, $orderBy: FavoriteOrder, $after: String, $count: Boolean = false, $votes: Boolean = false) {
  viewer { prompts: favorites(orderBy: $orderBy, first: 20, after: $after) {
    totalCount @include(if: $count) hiddenCount @include(if: $count)
    edges { cursor node { createdAt prompt { id viewerVote @include(if: $votes) languages author { username } tags { slug label(locale: $locale) }
      text(locale: $locale) { locale title remark excerpt } } } }
    pageInfo { hasNextPage endCursor }
  } }
}`;

const BY_SUPPORT = { field: "UPVOTE_DIFFERENCE", direction: "DESC" };

/** @param depth how many prompts come before the deep page. */
export async function workloads(client: pg.Client, { examples }: BenchDatabase, depth: number): Promise<Workload[]> {
  const en = { locale: "en" };
  const after = await rowAt(client, depth);
  const cursor = encodeCursor(
    { list: promptListDigest("en", {}, null), sort: "UPVOTE_DIFFERENCE", direction: "DESC", key: "integer" },
    after,
  );
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
    search("closest, en six words", "en", examples.en.six, null),
  ];
}

/** The lists of a member with many prompts, as their owner sees them. */
export async function ownWorkloads(client: pg.Client, { examples, collector }: BenchDatabase): Promise<Workload[]> {
  const { rows } = await client.query<{ author: number }>(
    "select author_id::int as author from prompt order by id desc limit 1",
  );
  const ownerId = rows[0]?.author ?? 0;
  const depth = collector.prompts / 2;
  const [newest, best] = [
    await ownRowAt(client, ownerId, depth, "id"),
    await ownRowAt(client, ownerId, depth, "upvote_difference"),
  ];
  const mine = promptListDigest("en", {}, String(ownerId));
  const cursor = (sort: string, after: Position) =>
    encodeCursor({ list: mine, sort, direction: "DESC", key: "integer" }, after);
  const own = (
    name: string,
    variables: Record<string, unknown>,
    limit?: Omit<ListOptions, "locale" | "ownerId">,
  ): Workload => ({
    name: `own, ${name}`,
    body: body(OWN, { locale: "EN", ...variables }),
    token: collector.token,
    ...(limit && { limit: limitStatement({ locale: "en", ownerId, ...limit }) }),
  });
  const { common } = await tagPairs(client);
  const bySupport = { orderBy: BY_SUPPORT };
  const byNumber = { orderBy: { field: "ID", direction: "DESC" } };
  const ids = await tagIds(client, common);
  const frequent = { query: examples.en.frequent };
  return [
    own("newest", {}, { newest: true }),
    own("newest, and how many", { count: true }, { newest: true }),
    own(
      `newest, depth ${depth.toLocaleString("en")}`,
      { after: cursor("ID", newest) },
      { newest: true, after: newest },
    ),
    own("best score", bySupport, {}),
    own(
      `best score, depth ${depth.toLocaleString("en")}`,
      { ...bySupport, after: cursor("UPVOTE_DIFFERENCE", best) },
      { after: best },
    ),
    own(
      "one tag",
      { filter: { tags: common.slice(0, 1) } },
      { newest: true, tags: { ids: ids.slice(0, 1), match: "ANY" } },
    ),
    own("two tags, all", { filter: { tags: common, tagMatch: "ALL" } }, { newest: true, tags: { ids, match: "ALL" } }),
    own("relevance, en frequent", { filter: frequent }),
    own("relevance, en rare", { filter: { query: examples.en.rare } }),
    own("relevance, en two words", { filter: { query: examples.en.two } }),
    own("relevance, zh frequent", { locale: "ZH", filter: { query: examples.zh.frequent } }),
    own("newest, en frequent", { filter: frequent, ...byNumber }),
    own("newest, en rare", { filter: { query: examples.en.rare }, ...byNumber }),
    own("best score, en rare", { filter: { query: examples.en.rare }, ...bySupport }),
  ];
}

/** The favourites of a member who has many. */
export async function favoriteWorkloads(client: pg.Client, { collector }: BenchDatabase): Promise<Workload[]> {
  const depth = collector.prompts / 2;
  const { rows } = await client.query<{ key: string; id: number; owner: string }>(
    `select position as key, prompt_id as id, user_id as owner from favorite order by position, prompt_id offset $1 limit 1`,
    [depth - 1],
  );
  if (!rows[0]) throw new Error(`The member has fewer than ${depth} favourites`);
  const after = encodeCursor(
    { list: listDigest("favorites", rows[0].owner), sort: "POSITION", direction: "ASC", key: "text" },
    rows[0],
  );
  const favorites = (name: string, variables: Record<string, unknown>): Workload => ({
    name: `favourites, ${name}`,
    body: body(FAVORITES, { locale: "EN", ...variables }),
    token: collector.token,
    total: "viewer { prompts: favorites(first: 0) { totalCount } }",
  });
  return [
    favorites("their order", {}),
    favorites("their order, and how many", { count: true }),
    favorites(`their order, depth ${depth.toLocaleString("en")}`, { after }),
    favorites("their order, with one's votes", { votes: true }),
    favorites("latest", { orderBy: { field: "CREATED_AT", direction: "DESC" } }),
  ];
}

const QUEUE = `query Bench($locale: Locale!, $after: String) {
  prompts: reportedContent(first: 20, after: $after) {
    edges { cursor node { promptId openedAt reportCount newcomerCount author { id username } reports { id reason reporter } priorActs { id kind }
      prompt { id text(locale: $locale) { locale title remark excerpt } } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const LOG = `query Bench($locale: Locale!, $after: String) {
  prompts: moderationActs(first: 20, after: $after) {
    edges { cursor node { id kind reason note createdAt before undoable moderator memberId member promptId
      prompt { id text(locale: $locale) { locale title } } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The reports that wait and the log of decisions, half of each before the deep pages. */
export async function moderationWorkloads(client: pg.Client): Promise<Workload[]> {
  const { rows } = await client.query<{ size: number; waiting: number; act: number }>(
    `select count(*)::int as size, percentile_disc(0.5) within group (order by id)::int as waiting,
       (select percentile_disc(0.5) within group (order by id)::int from moderation_act) as act from moderation_case`,
  );
  const { size = 0, waiting = 0, act = 0 } = rows[0] ?? {};
  const cursor = (list: string, sort: string, direction: "ASC" | "DESC", id: number) =>
    encodeCursor({ list, sort, direction, key: "integer" }, { key: id, id });
  const depth = `depth ${(size / 2).toLocaleString("en")}`;
  const page = (name: string, query: string, list: string, after?: string): Workload => ({
    name: `moderation, ${name}`,
    body: body(query, { locale: "EN", ...(after !== undefined && { after }) }),
    asModerator: true,
    total: `prompts: ${list}(first: 0) { totalCount }`,
  });
  return [
    page("queue", QUEUE, "reportedContent"),
    page(`queue, ${depth}`, QUEUE, "reportedContent", cursor(listDigest("queue"), "QUEUE", "ASC", waiting)),
    page("log", LOG, "moderationActs"),
    page(`log, ${depth}`, LOG, "moderationActs", cursor(listDigest("acts", "true", []), "ACT", "DESC", act)),
  ];
}

const COMMENT =
  "id depth replyCount deleted hidden closed html(locale: $locale) createdAt editedAt author { id username } parent { id author { id username } }";
/** What a page shows of each thread. */
const THREADS = `query Bench($locale: Locale!, $id: ID!, $after: String, $from: ID) {
  parent: prompt(id: $id) { prompts: comments(first: 20, after: $after, from: $from) {
    edges { cursor node { ${COMMENT} replies(first: 3) { nodes { ${COMMENT} } pageInfo { hasNextPage endCursor } } } }
    pageInfo { hasNextPage endCursor }
  } }
}`;
const REPLIES = `query Bench($locale: Locale!, $id: ID!, $after: String, $from: ID) {
  parent: comment(id: $id) { prompts: replies(first: 20, after: $after, from: $from) {
    edges { cursor node { ${COMMENT} } }
    pageInfo { hasNextPage endCursor }
  } }
}`;

/** The threads of the prompt with the most comments, and the replies of its longest thread. */
export async function commentWorkloads(client: pg.Client): Promise<Workload[]> {
  const { rows } = await client.query<{ prompt: number; thread: string; deep: string; path: string; reply: string }>(
    `select c.prompt_id as prompt, c.id as thread, middle.id as deep, reply.path, reply.id as reply from comment c
     cross join lateral (
       select percentile_disc(0.5) within group (order by id) as id from comment where prompt_id = c.prompt_id and parent_id is null
     ) middle
     cross join lateral (
       select id, path from comment where root_id = c.id and parent_id is not null order by path collate "C" offset c.live_below / 2 limit 1
     ) reply
     order by c.live_below desc, c.id limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error("There are no comments.");
  const { prompt, thread, deep, path, reply } = row;
  const [middle, middleReply] = [Number(deep), Number(reply)];
  const afterMiddle = encodeCursor(
    { list: listDigest("threads", prompt), sort: "CREATED_AT", direction: "DESC", key: "integer" },
    { key: middle, id: middle },
  );
  const afterReply = encodeCursor(
    { list: listDigest("replies", thread, ""), sort: "READING", direction: "ASC", key: "text" },
    { key: path, id: middleReply },
  );
  const threads = (name: string, variables: { after?: string; from?: string }, before: string | null): Workload => ({
    name: `comments, ${name}`,
    body: body(THREADS, { locale: "EN", id: String(prompt), ...variables }),
    total: `parent: prompt(id: "${String(prompt)}") { prompts: comments(first: 0) { totalCount } }`,
    limit: threadsStatement(prompt, before),
  });
  const replies = (name: string, variables: { after?: string }, afterPath: string): Workload => ({
    name: `comments, ${name}`,
    body: body(REPLIES, { locale: "EN", id: thread, ...variables }),
    total: `parent: comment(id: "${thread}") { prompts: replies(first: 0) { totalCount } }`,
    limit: repliesStatement(thread, afterPath),
  });
  return [
    threads("threads", {}, null),
    threads("threads, from the middle", { after: afterMiddle }, deep),
    threads("threads, to a link", { from: reply }, String(Number(thread) + 1)),
    replies("replies", {}, ""),
    replies("replies, from the middle", { after: afterReply }, path),
  ];
}

/** What members shared: its lists, those of an author, and words in them. */
export async function communityWorkloads(
  client: pg.Client,
  { examples, collector }: BenchDatabase,
  depth: number,
): Promise<Workload[]> {
  const community = (
    name: string,
    variables: Record<string, unknown>,
    filter: Record<string, unknown> = {},
  ): Workload => ({
    name: `community, ${name}`,
    body: body(EXCERPTS, {
      locale: "EN",
      orderBy: { field: "SHARED_AT", direction: "DESC" },
      ...variables,
      filter: { origin: "COMMUNITY", ...filter },
    }),
  });
  const { common, rare } = await tagPairs(client);
  const { rows } = await client.query<{ username: string; key: number; id: number }>(
    `select u.username, (extract(epoch from p.shared_at) * 1000)::float8 as key, p.id
     from prompt p join user_account u on u.id = p.author_id where p.listed and p.origin = 'COMMUNITY'
     order by p.shared_at desc, p.id desc offset $1 limit 1`,
    [depth - 1],
  );
  const [deep] = rows;
  if (!deep) throw new Error(`Fewer than ${depth} prompts are shared`);
  const after = encodeCursor(
    {
      list: promptListDigest("en", { origin: PromptOriginEnum.COMMUNITY }, null),
      sort: "SHARED_AT",
      direction: "DESC",
      key: "time",
    },
    deep,
  );
  const oldest = { orderBy: { field: "SHARED_AT", direction: "ASC" } };
  const best = { orderBy: BY_SUPPORT };
  const language = RARE_LOCALE.toUpperCase();
  const frequent = { query: examples.en.frequent };
  const byRelevance = { orderBy: null };
  return [
    community("newest", {}),
    community("oldest", oldest),
    community(`newest, depth ${depth.toLocaleString("en")}`, { after }),
    community("best score", best),
    community("worst score", { orderBy: { ...BY_SUPPORT, direction: "ASC" } }),
    community("newest, a common language", {}, { language: "ZH" }),
    community("newest, a rare language", {}, { language }),
    community("best score, a rare language", best, { language }),
    community("newest, one tag", {}, { tags: common.slice(0, 1) }),
    community("newest, two tags, all", {}, { tags: common, tagMatch: "ALL" }),
    community("newest, two tags, all, few have both", {}, { tags: rare, tagMatch: "ALL" }),
    community("an author of a few", {}, { author: deep.username }),
    community(`an author of ${(collector.prompts / 10).toLocaleString("en")}`, {}, { author: COLLECTOR }),
    community("an author's best score", best, { author: COLLECTOR }),
    community("an author's frequent word", byRelevance, { author: COLLECTOR, ...frequent }),
    community("relevance, en frequent", byRelevance, frequent),
    community("relevance, en rare", byRelevance, { query: examples.en.rare }),
    community("relevance, en two words", byRelevance, { query: examples.en.two }),
    community("relevance, zh frequent", { ...byRelevance, locale: "ZH" }, { query: examples.zh.frequent }),
    community("newest, en frequent", {}, frequent),
    community("newest, en rare", {}, { query: examples.en.rare }),
  ];
}

/** A request for the total number of prompts in a workload's list. */
export function countBody({ body: page, token, total }: Workload): string {
  const { variables } = JSON.parse(page) as { variables: Record<string, unknown> };
  if (total !== undefined) return body(`{ ${total} }`, {});
  const list = "prompts(locale: $locale, filter: $filter, first: 0) { totalCount }";
  const query = `query Count($locale: Locale!, $filter: PromptFilter) { ${token === undefined ? list : `viewer { ${list} }`} }`;
  return body(query, { locale: variables["locale"], filter: variables["filter"] });
}

function body(query: string, variables: Record<string, unknown>): string {
  return JSON.stringify({ query, variables });
}

interface Position {
  key: number;
  id: number;
}

async function rowAt(client: pg.Client, offset: number): Promise<Position> {
  const { rows } = await client.query<Position>(
    `select upvote_difference as key, id from prompt where listed order by upvote_difference desc, id desc offset $1 limit 1`,
    [offset - 1],
  );
  if (!rows[0]) throw new Error(`There are fewer than ${offset} prompts`);
  return rows[0];
}

async function ownRowAt(
  client: pg.Client,
  ownerId: number,
  offset: number,
  key: "id" | "upvote_difference",
): Promise<Position> {
  const { rows } = await client.query<Position>(
    `select ${key} as key, id from prompt where author_id = $1 order by ${key} desc, id desc offset $2 limit 1`,
    [ownerId, offset - 1],
  );
  if (!rows[0]) throw new Error(`The member has fewer than ${offset} prompts`);
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
