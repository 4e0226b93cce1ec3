import type { SentStatement } from "../platform/testing/statements";

/** The columns a page needs. Tag names are excluded, because a server caches them. */
const COLUMNS = `p.id, p.origin, p.languages, p.tag_ids, p.upvotes, p.downvotes, p.upvote_difference, p.favorite_count, p.copy_count,
  p.comment_count, p.created_at, u.username, t.locale, t.title, t.remark, t.content`;

export interface ListOptions {
  locale: string;
  /** The keyset cursor: the page begins after this row. */
  after?: { key: number; id: number };
  tags?: { ids: number[]; match: "ANY" | "ALL" };
  newest?: boolean;
  /** The prompts of this member, public or not, instead of public ones. */
  ownerId?: number;
}

/** The fastest statement for a page of 20, hand-written and independent of what the site sends. */
export function limitStatement({ locale, after, tags, newest = false, ownerId }: ListOptions): SentStatement {
  const values: unknown[] = [locale];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ownerId === undefined ? "p.listed" : `p.author_id = ${bind(ownerId)}::bigint and p.deleted_at is null`,
  ];
  if (after && newest) conditions.push(`p.id < ${bind(after.id)}::int`);
  if (after && !newest)
    conditions.push(`(p.upvote_difference, p.id) < (${bind(after.key)}::int, ${bind(after.id)}::int)`);
  if (tags) conditions.push(`p.tag_ids ${tags.match === "ALL" ? "@>" : "&&"} ${bind(tags.ids)}::int[]`);
  const order = newest ? "p.id desc" : "p.upvote_difference desc, p.id desc";
  return {
    text: `select ${COLUMNS}
      from (select * from prompt p where ${conditions.join(" and ")} order by ${order} limit 20) p
      join prompt_text t on t.prompt_id = p.id
        and t.locale = case when $1 = any(p.languages) then $1 when 'en' = any(p.languages) then 'en' else p.source_locale end
      left join user_account u on u.id = p.author_id
      order by ${order}`,
    values,
  };
}

/** What a page needs of a comment. */
const COMMENT = "id, depth, html, closed, hidden, deleted_at, live_below, created_at, edited_at, author_id, parent_id";

/** 20 threads of a prompt with three replies each. @param before the threads older than this one */
export function threadsStatement(promptId: number, before: string | null): SentStatement {
  return {
    text: `select t.*, u.username, r.* from (
        select ${COMMENT} from comment where prompt_id = $1 and parent_id is null and shown and ($2::bigint is null or id < $2)
        order by id desc limit 20
      ) t left join lateral (
        select ${COMMENT} from comment where root_id = t.id and parent_id is not null and shown order by path limit 3
      ) r on true left join user_account u on u.id = t.author_id order by t.id desc`,
    values: [promptId, before],
  };
}

/** 20 replies of a thread. @param after the path that comes before them */
export function repliesStatement(threadId: string, after: string): SentStatement {
  return {
    text: `select r.*, u.username from (
        select path, ${COMMENT} from comment where root_id = $1 and parent_id is not null and shown and path > $2 order by path limit 20
      ) r left join user_account u on u.id = r.author_id order by r.path`,
    values: [threadId, after],
  };
}
