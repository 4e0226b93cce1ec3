import DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { groupRows } from "../../platform/database/group-rows";
import { readRows } from "../../platform/database/read-rows";
import { type Connection, type Edge, readPage } from "../../platform/graphql/connection";
import type { LoaderFactory } from "../../platform/database/loader";
import { listDigest } from "../../platform/graphql/cursor";
import { pageWindow, type PageWindow, windowKey } from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { tagStore } from "../tag";
import { User } from "../user";
import { PromptOrderField, type PromptFilter, type PromptOrder } from "./prompt.input";
import { compoundsOf } from "./compound-words";
import { type Highlight, highlightsOf } from "./highlights";
import {
  checkFilter,
  countStatement,
  isPrepared,
  isSearching,
  pageStatement,
  promptListDigest,
  promptOrder,
  queryOf,
  type PromptList,
} from "./prompt-list.reader";
import type { PromptRow, TextHeadRow } from "./prompt.row";
import { type Prompt, PromptConnection, PromptOriginEnum, toPrompt } from "./prompt.type";
import { type FoundRow, readFirstPage, readingBefore, type SearchReading } from "./prompt-search.reader";

interface PromptPageRow extends PromptRow, TextHeadRow, FoundRow {
  /** A bigint, returned as a string; present only when sorting by relevance. */
  relevance?: string;
  username: string | null;
  author_prompt_count: number | null;
  author_created_at: Date | null;
}

export interface PromptPageArgs extends PageArgs {
  locale: Locale;
  filter?: PromptFilter | null;
  orderBy?: PromptOrder | null;
}

export interface PromptEdge extends Edge<Prompt> {
  /** Where the prompt has words of the query; null without any. */
  readHighlights(): Promise<Highlight | null>;
}

/** A page of prompts, and of a search how it was read. Its edges are `PromptEdge`. */
export interface PromptPage extends Connection<Prompt> {
  search: SearchReading | null;
  /** Not all are counted. */
  totalCountIsExact(): Promise<boolean>;
}

/**
 * A page of public prompts, with the text shown in `locale` and the author of each, in one statement; of a search that finds little, in
 * some more.
 * @param ownerId instead of public prompts those of this member, newest first by default
 */
export async function readPromptPage(
  dataSource: DataSource,
  args: PromptPageArgs,
  ownerId?: string,
): Promise<PromptPage> {
  const filter = args.filter ?? {};
  checkFilter(filter);
  const isPublic = ownerId === undefined;
  const sorted = promptOrder({
    list: promptListDigest(args.locale, filter, ownerId ?? null),
    orderBy: args.orderBy,
    filter,
    ...(!isPublic && { fallback: PromptOrderField.ID }),
    isShared: isPublic && (filter.origin === PromptOriginEnum.COMMUNITY || filter.author != null),
  });
  const before = readingBefore(sorted, args.after ?? args.before, filter);
  const window = pageWindow(args, before.order);
  const list: PromptList = {
    locale: args.locale,
    filter,
    tags: await tagStore(dataSource),
    ...(!isPublic && { ownerId }),
  };
  const read = async (of: PromptList, part: PageWindow) => {
    const { text, values } = pageStatement(await withCompounds(dataSource, of), part, sorted.sort);
    return readRows<PromptPageRow>(dataSource, text, values, isPrepared(of));
  };
  if (!isSearching(filter)) return promptPage(dataSource, list, window, read, sorted.sort, null);
  const { reading } = before;
  if (reading) return promptPage(dataSource, { ...list, reading }, window, read, sorted.sort, reading);
  const first = await readFirstPage(dataSource, list, window, read);
  const noted = { ...window, order: { ...window.order, note: first.note } };
  const isFirst = (part: PageWindow) => part === noted;
  return promptPage(
    dataSource,
    { ...list, reading: first.reading },
    noted,
    (of, part) => (isFirst(part) ? Promise.resolve(first.rows) : read(of, part)),
    sorted.sort,
    first.reading,
  );
}

async function promptPage(
  dataSource: DataSource,
  list: PromptList,
  window: PageWindow,
  read: (list: PromptList, window: PageWindow) => Promise<PromptPageRow[]>,
  sort: PromptOrderField,
  search: SearchReading | null,
): Promise<PromptPage> {
  let counted: Promise<number> | undefined;
  const count = () => (counted ??= countPrompts(dataSource, list));
  const limit = search !== null ? LIMITS.searchTotal : list.ownerId ? Infinity : LIMITS.listTotal;
  const connection = await readPage(PromptConnection, window, {
    read: (part) => read(list, part),
    count: async () => Math.min(await count(), limit),
    position: (row) => ({ key: sortKey(row, sort), id: row.id }),
    node: (row) => fromPageRow(row, list.locale),
  });
  let marked: Promise<ReadonlyMap<string, Highlight>> | undefined;
  const readHighlights = () => (marked ??= readPageHighlights(dataSource, list, connection.nodes));
  for (const edge of search === null ? [] : connection.edges)
    Object.assign(edge, { readHighlights: async () => (await readHighlights()).get(edge.node.id) ?? null });
  return Object.assign(connection, {
    search,
    totalCountIsExact: async () => limit === Infinity || (await count()) <= limit,
  });
}

async function readPageHighlights(dataSource: DataSource, list: PromptList, prompts: readonly Prompt[]) {
  const query = queryOf(await withCompounds(dataSource, list));
  return query ? highlightsOf(dataSource, query, prompts) : new Map<string, Highlight>();
}

async function countPrompts(dataSource: DataSource, list: PromptList): Promise<number> {
  const { text, values } = countStatement(await withCompounds(dataSource, list));
  return (await readRows<{ count: number }>(dataSource, text, values, isPrepared(list)))[0]?.count ?? 0;
}

/** German is written in compounds. */
async function withCompounds(dataSource: DataSource, list: PromptList): Promise<PromptList> {
  const { locale, filter, reading } = list;
  if (!isSearching(filter) || (locale !== "de" && filter.locale !== "de")) return list;
  return { ...list, compounds: await compoundsOf(dataSource, reading?.query ?? filter.query ?? "") };
}

/** A page of an author's shared prompts. @param pages batches all authors of a request with the same arguments into one statement */
export function readAuthorPage(
  pages: DataLoader<AuthorPageKey, PromptPageRow[], unknown>,
  author: User,
  args: PromptPageArgs,
): Promise<Connection<Prompt>> {
  const list = listDigest("prompts of an author", author.id);
  const order = promptOrder({ list, orderBy: args.orderBy, filter: {}, isShared: true });
  return readPage(PromptConnection, pageWindow(args, order), {
    read: (window) => pages.load({ authorId: author.id, locale: args.locale, window, sort: order.sort }),
    count: () => Promise.resolve(author.promptCount),
    position: (row) => ({ key: sortKey(row, order.sort), id: row.id }),
    node: (row) => fromPageRow(row, args.locale),
  });
}

interface AuthorPageKey {
  authorId: string;
  locale: Locale;
  window: PageWindow;
  sort: PromptOrderField;
}

export const authorPageLoader: LoaderFactory<AuthorPageKey, PromptPageRow[]> = (dataSource) =>
  new DataLoader(
    async (keys: readonly AuthorPageKey[]) => {
      const tags = await tagStore(dataSource);
      const groups = groupRows(keys, ({ locale, window, sort }) => JSON.stringify([locale, windowKey(window), sort]));
      const rowsByKey = new Map<AuthorPageKey, PromptPageRow[]>();
      for (const group of groups.values()) {
        const { locale, window, sort } = group[0] as AuthorPageKey;
        const list = { locale, filter: {}, tags, authorIds: group.map((key) => key.authorId) };
        const { text, values } = pageStatement(list, window, sort);
        const rows = await readRows<PromptPageRow>(dataSource, text, values);
        const byAuthor = groupRows(rows, (row) => row.author_id);
        for (const key of group) rowsByKey.set(key, byAuthor.get(key.authorId) ?? []);
      }
      return keys.map((key) => rowsByKey.get(key) ?? []);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );

function sortKey(row: PromptPageRow, sort: PromptOrderField): number {
  if (sort === PromptOrderField.ID) return row.id;
  if (sort === PromptOrderField.SHARED_AT) return row.shared_at?.getTime() ?? 0;
  if (sort === PromptOrderField.UPDATED_AT) return row.updated_at.getTime();
  return sort === PromptOrderField.RELEVANCE ? Number(row.relevance) : row.upvote_difference;
}

function fromPageRow(row: PromptPageRow, requested: Locale): Prompt {
  const { locale, title, remark } = row;
  const prompt = toPrompt(row);
  prompt.preloadedText = { requested, head: { locale, title, remark } };
  if (row.author_id !== null && row.username !== null) {
    prompt.preloadedAuthor = Object.assign(new User(), {
      id: row.author_id,
      username: row.username,
      createdAt: row.author_created_at,
      promptCount: row.author_prompt_count,
    });
  }
  return prompt;
}
