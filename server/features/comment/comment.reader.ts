import DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import { groupRows } from "../../platform/database/group-rows";
import type { LoaderFactory } from "../../platform/database/loader";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { badInputError } from "../../platform/domain/domain-error";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { OrderDirection } from "../../platform/graphql/enums";
import {
  keysetConditions,
  keysetOrder,
  type PageWindow,
  pageWindow,
  startingAt,
  windowKey,
} from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { readableBy, type TextReader } from "../prompt";
import { toUser, type User, usernameKey, type UserRow } from "../user";
import { MAX_OFFERED } from "./comment.limits";
import { Comment, CommentConnection, CommentOrderField, type CommentsArgs } from "./comment.type";

const MAX_HIDDEN = 20;

export interface CommentRow {
  id: string;
  prompt_id: number | null;
  parent_id: string | null;
  root_id: string;
  depth: number;
  path: string;
  author_id: string | null;
  readable: boolean;
  closed: boolean;
  hidden: boolean;
  deleted: boolean;
  live_below: number;
  created_at: Date;
  edited_at: Date | null;
}

/** SQL for whether the reader may read what comment `c` says. */
export function isReadable(user: string, moderates: string): string {
  return `(c.live or c.deleted_at is null and (${moderates} or c.author_id = ${user} and not c.withdrawn))`;
}

/** The columns of `CommentRow` of comment `c`. Not its texts, of which a list may have 12 MB: `comment-text.loader` reads those. */
export function columnsFor(user: string, moderates: string): string {
  const readable = isReadable(user, moderates);
  return `c.id, c.prompt_id, c.parent_id, c.root_id, c.depth, c.path, case when ${readable} then c.author_id end as author_id,
    ${readable} as readable, (select closed from comment root where root.id = c.root_id) as closed,
    c.deleted_at is null and not c.live as hidden, c.deleted_at is not null as deleted, c.live_below, c.created_at,
    case when ${readable} then c.edited_at end as edited_at`;
}

/**
 * SQL for whether the reader may see what a comment is about. Not EXISTS beside OR: PostgreSQL would make a list of all public prompts of it.
 * @param promptId SQL for the number of the prompt, or null; if it is the same for all comments, this is looked up once
 */
export function isPlaceVisible(promptId: string, user: string, moderates: string): string {
  const isVisible = `(select ${readableBy(user, moderates)} from prompt p where p.id = ${promptId})`;
  return `case when ${promptId} is null then true else ${isVisible} end`;
}

/** SQL for whether comment `c` is on a prompt that the reader may see, or with null on the feedback page. */
function isVisiblyOn(promptId: number | null, reader: TextReader, bind: Parameters["bind"]): string {
  if (promptId === null) return "c.prompt_id is null";
  const prompt = `${bind(promptId)}::int`;
  const isVisible = isPlaceVisible(prompt, `${bind(reader.id)}::bigint`, `${bind(reader.moderates)}::boolean`);
  return `c.prompt_id = ${prompt} and ${isVisible}`;
}

export function toComment(row: CommentRow): Comment {
  return Object.assign(new Comment(), {
    id: row.id,
    promptId: row.prompt_id === null ? null : String(row.prompt_id),
    threadId: row.root_id,
    depth: row.depth,
    replyCount: row.live_below,
    deleted: row.deleted,
    hidden: row.hidden,
    closed: row.closed,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    readable: row.readable,
    authorId: row.author_id,
    parentId: row.parent_id,
    path: row.path,
  });
}

/** A page's threads. @param from the comment with whose thread to begin */
export async function readThreads(
  dataSource: DataSource,
  promptId: number | null,
  { orderBy, from: _, ...page }: CommentsArgs,
  from: Comment | null,
  reader: TextReader,
): Promise<Connection<Comment>> {
  const sort = orderBy?.field ?? CommentOrderField.CREATED_AT;
  // Ids are given in the order of time.
  const order: CursorOrder = {
    list: listDigest("threads", promptId),
    sort,
    direction: orderBy?.direction ?? OrderDirection.DESC,
    key: "integer",
  };
  const isHere = from !== null && from.promptId === (promptId === null ? null : String(promptId));
  const start = isHere ? { key: Number(from.threadId), id: Number(from.threadId) } : null;
  const condition = (bind: Parameters["bind"]) =>
    `${isVisiblyOn(promptId, reader, bind)} and c.parent_id is null and c.shown`;
  return readCommentPage(dataSource, windowFrom(page, order, start), condition, reader);
}

/** Comments that meet a condition, by the time that they were written. */
function readCommentPage(
  dataSource: DataSource,
  page: PageWindow,
  condition: (bind: Parameters["bind"]) => string,
  reader: TextReader,
): Promise<Connection<Comment>> {
  return readPage<CommentRow, Comment>(CommentConnection, page, {
    read: (window) => {
      const { bind, values } = new Parameters();
      const conditions = [condition(bind), ...keysetConditions(window, "c.id", "c.id", bind)].join(" and ");
      return readRows<CommentRow>(
        dataSource,
        `select ${columnsFor(`${bind(reader.id)}::bigint`, `${bind(reader.moderates)}::boolean`)}
         from comment c where ${conditions} order by ${keysetOrder(window, "c.id", "c.id")} limit ${String(window.limit)}`,
        values,
      );
    },
    count: () => {
      const { bind, values } = new Parameters();
      return countOf(dataSource, condition(bind), values);
    },
    position: ({ id }) => ({ key: Number(id), id: Number(id) }),
    node: toComment,
  });
}

/** Neither `from` nor a cursor, or one of them. */
function windowFrom(
  args: PageArgs & { from?: unknown },
  order: CursorOrder,
  start: PageWindow["after"] | null,
): PageWindow {
  const window = pageWindow(args, order);
  if (!start) return window;
  if (window.after) throw badInputError('"from" and "after" exclude each other.', "from");
  return startingAt(window, start);
}

async function countOf(dataSource: DataSource, condition: string, values: unknown[]): Promise<number> {
  const sql = `select count(*)::int as count from comment c where ${condition}`;
  return (await readRows<{ count: number }>(dataSource, sql, values))[0]?.count ?? 0;
}

/** How many comments that everybody sees the feedback page has. */
export function countFeedback(dataSource: DataSource): Promise<number> {
  return countOf(dataSource, "c.prompt_id is null and c.live", []);
}

/** What came after a comment in one place, replies included, the newest first, and without the reader's own. @param promptId null for the feedback page */
export function readCommentsAfter(
  dataSource: DataSource,
  promptId: number | null,
  after: string,
  args: PageArgs,
  reader: TextReader,
): Promise<Connection<Comment>> {
  const condition = (bind: Parameters["bind"]) => {
    const isNew = `c.live and c.id > ${bind(after)}::bigint and c.author_id is distinct from ${bind(reader.id)}::bigint`;
    return `${isVisiblyOn(promptId, reader, bind)} and ${isNew}`;
  };
  const list = listDigest("comments after", promptId, after);
  const order: CursorOrder = { list, sort: "POSTED", direction: "DESC", key: "integer" };
  return readCommentPage(dataSource, pageWindow(args, order), condition, reader);
}

/** The newest comment on each prompt that everybody sees. */
export const latestCommentLoader: LoaderFactory<number, string | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ prompt_id: number; id: string }>(
      dataSource,
      `select requested.prompt_id, latest.id from unnest($1::int[]) requested (prompt_id) cross join lateral (
         select id from comment c where c.prompt_id = requested.prompt_id and c.live order by c.id desc limit 1
       ) latest`,
      [ids],
    );
    const latest = new Map(rows.map((row) => [row.prompt_id, row.id]));
    return ids.map((id) => latest.get(id) ?? null);
  });

/** The newest comment on the feedback page that everybody sees. */
export async function readLatestFeedback(dataSource: DataSource): Promise<string | null> {
  const rows = await readRows<{ id: string }>(
    dataSource,
    "select id from comment c where c.prompt_id is null and c.live order by c.id desc limit 1",
  );
  return rows[0]?.id ?? null;
}

/** SQL for whether comment `c` stands below one. "0" is the character after "/". */
function isBelow({ root, path }: { root: string; path: string }): string {
  return `c.parent_id is not null and c.shown and c.root_id = ${root}
    and (${path} = '' or c.path > ${path} || '/' and c.path < ${path} || '0')`;
}

interface RepliesKey {
  thread: string;
  path: string;
  window: PageWindow;
  reader: TextReader;
}

/** What stands below comments, for all that are asked for the same page in one statement. */
export const repliesLoader: LoaderFactory<RepliesKey, CommentRow[]> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const found = new Map<RepliesKey, CommentRow[]>();
      const groups = groupRows(keys, ({ window, reader }) => JSON.stringify([windowKey(window), reader]));
      await Promise.all(
        [...groups.values()].map(async (group) => {
          for (const [key, rows] of await readReplies(dataSource, group)) found.set(key, rows);
        }),
      );
      return keys.map((key) => found.get(key) ?? []);
    },
    { cache: false },
  );

/** @param keys of the same page and reader */
async function readReplies(dataSource: DataSource, keys: readonly RepliesKey[]): Promise<[RepliesKey, CommentRow[]][]> {
  const [first] = keys;
  if (!first) return [];
  const { window, reader } = first;
  const { bind, values } = new Parameters();
  const requested = `unnest(${bind(keys.map(({ thread }) => thread))}::bigint[], ${bind(keys.map(({ path }) => path))}::text[])`;
  const [user, moderates] = [`${bind(reader.id)}::bigint`, `${bind(reader.moderates)}::boolean`];
  const conditions = [
    isBelow({ root: "requested.root", path: 'requested.path collate "C"' }),
    isPlaceVisible("c.prompt_id", user, moderates),
    ...keysetConditions(window, "c.path", "c.id", bind),
  ].join(" and ");
  const order = keysetOrder(window, "c.path", "c.id");
  const rows = await readRows<CommentRow & { place: string }>(
    dataSource,
    `select requested.place, found.* from ${requested} with ordinality as requested (root, path, place)
     cross join lateral (
       select ${columnsFor(user, moderates)} from comment c where ${conditions} order by ${order} limit ${String(window.limit)}
     ) found order by requested.place, ${order.replaceAll("c.", "found.")}`,
    values,
  );
  const places = groupRows(rows, ({ place }) => Number(place) - 1);
  return keys.map((key, index) => [key, places.get(index) ?? []]);
}

/** What stands below a comment, in reading order: each after what it answers, down to the third level; deeper ones by time. */
export function readRepliesPage(
  loaders: { replies: DataLoader<RepliesKey, CommentRow[], unknown>; dataSource: DataSource },
  comment: Comment,
  args: PageArgs,
  from: Comment | null,
  reader: TextReader,
): Promise<Connection<Comment>> {
  const start =
    from?.threadId === comment.threadId && from.path !== "" ? { key: from.path, id: Number(from.id) } : null;
  const place = { thread: comment.threadId, path: comment.path };
  const list = listDigest("replies", place.thread, place.path);
  const order: CursorOrder = { list, sort: "READING", direction: "ASC", key: "text" };
  return readPage<CommentRow, Comment>(CommentConnection, windowFrom(args, order, start), {
    read: (window) => loaders.replies.load({ ...place, window, reader }),
    count: () =>
      countOf(
        loaders.dataSource,
        `${isBelow({ root: "$1", path: '$2::text collate "C"' })} and ${isPlaceVisible("c.prompt_id", "$3::bigint", "$4::boolean")}`,
        [place.thread, place.path, reader.id, reader.moderates],
      ),
    position: (row) => ({ key: row.path, id: Number(row.id) }),
    node: toComment,
  });
}

/** The newest of a member's comments in one place that moderators have hidden, while the member sees the place. @param promptId null for the feedback page */
export async function readHiddenComments(
  dataSource: DataSource,
  userId: string,
  promptId: number | null,
): Promise<Comment[]> {
  const rows = await readRows<CommentRow>(
    dataSource,
    `select ${columnsFor("$1::bigint", "false")} from comment c
     where c.author_id = $1::bigint and c.hidden and not c.withdrawn and c.prompt_id is not distinct from $2::int
       and ${isPlaceVisible("$2::int", "$1::bigint", "false")}
     order by c.id desc limit ${String(MAX_HIDDEN)}`,
    [userId, promptId],
  );
  return rows.map(toComment);
}

/**
 * SQL for whether everybody knows member `u`, who shares something or has written where everybody reads: whether there are others is told to
 * nobody. Not EXISTS: of many members PostgreSQL would make a list of all comments first.
 */
export const IS_KNOWN = `(u.prompt_count > 0 or coalesce((
  select true from comment c left join prompt p on p.id = c.prompt_id
  where c.author_id = u.id and c.live and (c.prompt_id is null or p.listed) limit 1), false))`;

/** The names of members; undefined for those whom not everybody knows by now, and for accounts that are gone. */
export const mentionedNameLoader: LoaderFactory<string, string | undefined> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ id: string; username: string }>(
      dataSource,
      `select u.id, u.username from user_account u where u.id = any($1::bigint[]) and ${IS_KNOWN}`,
      [ids],
    );
    const names = new Map(rows.map(({ id, username }) => [id, username]));
    return ids.map((id) => names.get(id));
  });

/** Of those whose name fits, how many are looked at: most of them may have written nothing. */
const MOST_LOOKED_AT = 200;

/** Members whom everybody knows, by the beginning of their name. */
export async function readMentionable(dataSource: DataSource, prefix: string): Promise<User[]> {
  const key = usernameKey(prefix);
  if (key === undefined) return [];
  const rows = await readRows<UserRow>(
    dataSource,
    `select id, username, username_key, prompt_count, created_at from (
       select * from user_account where username_key >= $1 and username_key < $1 || chr(1114111) order by username_key limit ${String(MOST_LOOKED_AT)}
     ) u where ${IS_KNOWN} order by username_key limit ${String(MAX_OFFERED)}`,
    [key],
  );
  return rows.map(toUser);
}
