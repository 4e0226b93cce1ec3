import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { notifyMembers } from "../../features/comment/comment-notifications";
import { usernameKey } from "../../features/user";
import { searchVector, searchVectorSql } from "../search";

export interface NewText {
  locale: Locale;
  title: string;
  content: string;
  remark?: string;
  notes?: string;
}

export interface NewPrompt {
  authorId: string;
  texts: readonly NewText[];
  /** Shared with everyone unless it says otherwise. */
  shared?: boolean;
  /** Slugs. */
  tags?: readonly string[];
  upvotes?: number;
  downvotes?: number;
}

/** Creates accounts and returns their ids in the same order. */
export async function insertUsers(dataSource: DataSource, usernames: readonly string[]): Promise<string[]> {
  const users = usernames.map((username, index) => {
    const key = usernameKey(username);
    if (key === undefined) throw new Error(`${JSON.stringify(username)} cannot be a username.`);
    return { username, username_key: key, index };
  });
  const rows = await dataSource.query<{ id: string; username: string }[]>(
    `insert into user_account (username, username_key, created_at)
     select username, username_key, timestamptz '2026-01-01' + index % 5 * interval '1 millisecond'
     from jsonb_to_recordset($1::jsonb) as input (username text, username_key text, index integer) order by index
     returning id, username`,
    [JSON.stringify(users)],
  );
  const ids = new Map(rows.map((row) => [row.username, row.id]));
  return usernames.map((username) => ids.get(username) ?? "");
}

/** Creates members' prompts with their texts and search vectors, in three statements, and returns their numbers. */
export async function insertPrompts(dataSource: DataSource, prompts: readonly NewPrompt[]): Promise<number[]> {
  return dataSource.transaction(async (manager) => {
    const numbers = await manager.query<{ id: number }[]>(
      "select nextval(pg_get_serial_sequence('prompt', 'id'))::int as id from generate_series(1, $1)",
      [prompts.length],
    );
    const ids = numbers.map((row) => row.id);
    const rows = prompts.map(({ authorId, texts, shared = true, tags = [], upvotes = 0, downvotes = 0 }, index) => ({
      id: ids[index],
      author_id: authorId,
      source_locale: texts[0]?.locale ?? "en",
      shared,
      tags,
      upvotes,
      downvotes,
    }));
    await manager.query(
      `insert into prompt (id, origin, author_id, source_locale, shared, tag_ids, upvotes, downvotes)
       select input.id, 'COMMUNITY', author_id, source_locale, shared,
         array(select tag.id from unnest(tags) with ordinality as wanted (slug, place) join tag using (slug) order by place),
         upvotes, downvotes
       from jsonb_to_recordset($1::jsonb) as input
         (id integer, author_id bigint, source_locale text, shared boolean, tags text[], upvotes integer, downvotes integer)`,
      [JSON.stringify(rows)],
    );
    const texts = prompts.flatMap((prompt, index) => prompt.texts.map((text) => textRow(ids[index] ?? 0, text)));
    await manager.query(
      `insert into prompt_text (prompt_id, locale, title, content, remark, notes, search, search_version)
       select prompt_id, locale, title, content, remark, notes, ${searchVectorSql("input.search")}, (input.search ->> 'version')::int
       from jsonb_to_recordset($1::jsonb) as input
         (prompt_id integer, locale text, title text, content text, remark text, notes text, search jsonb)`,
      [JSON.stringify(texts)],
    );
    return ids;
  });
}

function textRow(promptId: number, { locale, title, content, remark = "", notes = "" }: NewText) {
  return {
    prompt_id: promptId,
    locale,
    title,
    content,
    remark: remark || null,
    notes: notes || null,
    search: searchVector({ locale, title, remark, content }),
  };
}

/** Creates public prompts with equal support, by `users` members in turn; all contain "zebra", a fifth "quagga". */
export async function insertCrowd(
  dataSource: DataSource,
  { users, prompts, locale = "en" }: { users: number; prompts: number; locale?: Locale },
): Promise<{ usernames: string[]; userIds: string[]; promptIds: number[] }> {
  const usernames = Array.from({ length: users }, (_, index) => `Crowd-${String(index)}`);
  const userIds = await insertUsers(dataSource, usernames);
  const promptIds = await insertPrompts(
    dataSource,
    Array.from({ length: prompts }, (_, index) => ({
      authorId: userIds[index % users] ?? "",
      tags: index % 2 === 0 ? ["code"] : ["write", "text"],
      texts: [
        {
          locale,
          title: `Crowded ${String(index)}`,
          content: `Say zebra ${String(index)} times${index % 5 === 0 ? " and quagga" : ""}.`,
        },
      ],
    })),
  );
  return { usernames, userIds, promptIds };
}

/** Creates a private prompt of a member, with a former version, and returns its number. */
export async function insertOwnPrompt(dataSource: DataSource, username: string): Promise<number> {
  const [author] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    username,
  ]);
  const texts = [{ locale: "en", title: "Own", content: "Own {{blank}}." }] as const;
  const [id = 0] = await insertPrompts(dataSource, [{ authorId: author?.id ?? "", texts, shared: false }]);
  await dataSource.query(
    "insert into prompt_revision (prompt_id, number, source_locale, languages, tag_ids, created_at) values ($1, 1, 'en', '{en}', '{}', now())",
    [id],
  );
  return id;
}

interface NewComment {
  /** Null on the feedback page. */
  promptId?: string | null;
  parentId: string | null;
  /** A username. */
  author: string;
  body: string;
}

/** A comment as it is posted, with its notifications. @returns its id */
export function insertComment(
  dataSource: DataSource,
  { promptId = null, parentId, author, body }: NewComment,
): Promise<string> {
  return dataSource.transaction(async (manager) => {
    const [row] = await manager.query<{ id: string }[]>(
      `insert into comment (prompt_id, parent_id, author_id, body, html, html_version)
       values ($1, $2, (select id from user_account where username = $3), $4, array['<p>' || $4 || '</p>'], 1) returning id`,
      [promptId, parentId, author, body],
    );
    const id = row?.id ?? "";
    await notifyMembers(manager, id);
    return id;
  });
}
