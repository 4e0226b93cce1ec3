import { isDeepStrictEqual } from "node:util";
import type { DataSource, EntityManager } from "typeorm";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { NOW } from "../../platform/database/expressions";
import { checkAccess, requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit, fitsRateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, withWriter } from "../account";
import { visibleTo } from "../prompt";
import { usernameKey } from "../user";
import { CommentEntity } from "./comment.entity";
import { DeletedCommentEntity } from "./deleted-comment.entity";
import { deleteNotifications, notifyMembers, withdrawMentions } from "./comment-notifications";
import { IS_KNOWN } from "./comment.reader";
import { type FindMentioned, HTML_VERSION, renderComment } from "./comment.html";
import {
  CHANGES,
  type CommentLimits,
  COMMENTS,
  MAX_MENTIONS,
  NEWCOMER_COMMENTS,
  PREVIEWS,
  SHORT_TEXT,
  UNDO_SECONDS,
  UNDOS,
} from "./comment.limits";

/** The comment that was written, or why it was not. */
export type CommentResult =
  { id: string; unknownMentions?: string[]; problems?: undefined } | { id?: undefined; problems: Problem[] };

/** Where a comment stands: in a thread, on a prompt or, with neither, on the feedback page. */
export interface CommentPlace {
  promptId: number | undefined | null;
  parentId: string | undefined | null;
}

/**
 * Posts a comment.
 * @param place undefined where the given number or id cannot be one
 * @returns REQUIRED, TOO_LONG, DUPLICATE, PARENT_GONE, THREAD_CLOSED, TOO_MANY past the mentions of a day @throws NOT_FOUND, RATE_LIMITED
 */
export async function createComment(
  dataSource: DataSource,
  actor: Actor,
  place: CommentPlace,
  text: string,
): Promise<CommentResult> {
  const userId = requireMember(actor);
  const body = normalizeLines(text);
  const problems = bodyProblems(body);
  if (problems.length > 0) return { problems };
  checkAccess(actor, "write");
  const limits = await limitsOf(dataSource, userId);
  // The shorter limit first: what it refuses does not count for the day.
  await consumeRateLimit(dataSource, "comment-minute", { account: userId }, limits.aMinute);
  await consumeRateLimit(dataSource, "comment", { account: userId }, limits.aDay);
  const { unknownMentions, ...rendered } = await rendering(dataSource, body);
  return withWriter(dataSource, actor, async (manager) => {
    // Two at once would not see each other's text.
    await manager.query("select pg_advisory_xact_lock(hashtextextended('comments of ' || $1, 0))", [userId]);
    const found = await lockPlace(manager, userId, place);
    if ("problems" in found) return found;
    if (await isRepeated(manager, userId, found.promptId, body)) return refused(ProblemCode.DUPLICATE, "body");
    const tooMany = await countMentions(manager, userId, limits, addedMentions(userId, {}, rendered.mentions));
    if (tooMany) return tooMany;
    const row = { promptId: found.promptId, parentId: place.parentId ?? null, authorId: userId, body, ...rendered };
    const { identifiers } = await manager.insert(CommentEntity, row);
    const id = String(identifiers[0]?.["id"]);
    await notifyMembers(manager, id);
    return { id, unknownMentions };
  });
}

/**
 * Changes a comment of the member's.
 * @param expected what it said when the change was begun, if newer words are not to be replaced
 * @returns REQUIRED, TOO_LONG, CONFLICT, THREAD_CLOSED if it would call others into a closed thread, TOO_MANY past the mentions of a day
 * @throws NOT_FOUND for a comment that is not theirs, or is deleted, RATE_LIMITED
 */
export async function updateComment(
  dataSource: DataSource,
  actor: Actor,
  id: string | undefined,
  text: string,
  expected?: string,
): Promise<CommentResult> {
  const userId = requireMember(actor);
  const body = normalizeLines(text);
  const problems = bodyProblems(body);
  if (problems.length > 0) return { problems };
  checkAccess(actor, "write");
  await consumeRateLimit(dataSource, "change-comment", { account: userId }, CHANGES);
  // Whoever it mentioned before is mentioned still, whatever they and others are called now.
  const former = id === undefined ? null : await dataSource.manager.findOneBy(CommentEntity, { id, authorId: userId });
  const { unknownMentions, ...rendered } = await rendering(dataSource, body, former?.mentions);
  const limits = await limitsOf(dataSource, userId);
  return withWriter(dataSource, actor, async (manager) => {
    const comment = await lockOwnComment(manager, userId, id);
    // Also when the same change is sent again, because its answer was lost.
    if (comment.body === body) return { id: comment.id };
    if (expected !== undefined && comment.body !== normalizeLines(expected)) return refused(ProblemCode.CONFLICT);
    const added = addedMentions(userId, comment.mentions, rendered.mentions);
    if (added.size > 0 && (await isThreadClosed(manager, comment.id)))
      return refused(ProblemCode.THREAD_CLOSED, "body");
    const tooMany = await countMentions(manager, userId, limits, added);
    if (tooMany) return tooMany;
    await manager.update(CommentEntity, { id: comment.id }, { body, ...rendered, editedAt: NOW });
    if (!isDeepStrictEqual(comment.mentions, rendered.mentions)) {
      await withdrawMentions(manager, comment.id);
      if (Object.keys(rendered.mentions).length > 0) await notifyMembers(manager, comment.id);
    }
    return { id: comment.id, unknownMentions };
  });
}

/**
 * Deletes a comment of the member's: nothing of it is kept but its place, while it has replies, and for a minute what it said.
 * @throws NOT_FOUND for a comment that is not theirs, or is deleted already, RATE_LIMITED
 */
export async function deleteComment(
  dataSource: DataSource,
  actor: Actor,
  id: string | undefined,
): Promise<CommentResult> {
  const userId = requireMember(actor);
  checkAccess(actor, "write");
  await consumeRateLimit(dataSource, "change-comment", { account: userId }, CHANGES);
  return withWriter(dataSource, actor, async (manager) => {
    const comment = await lockOwnComment(manager, userId, id);
    const { body, mentions, editedAt } = comment;
    await manager.insert(DeletedCommentEntity, { commentId: comment.id, authorId: userId, body, mentions, editedAt });
    const nothing = { body: "", html: [], mentions: {}, authorId: null, editedAt: null };
    await deleteNotifications(manager, comment.id);
    await manager.update(CommentEntity, { id: comment.id }, { ...nothing, deletedAt: NOW });
    return { id: comment.id };
  });
}

/** Brings back a comment that the member has deleted within the last minute. @throws NOT_FOUND once it is too late, RATE_LIMITED */
export async function undoDeleteComment(
  dataSource: DataSource,
  actor: Actor,
  id: string | undefined,
): Promise<CommentResult> {
  const userId = requireMember(actor);
  checkAccess(actor, "write");
  await consumeRateLimit(dataSource, "undo-delete-comment", { account: userId }, UNDOS);
  const deleted = await dataSource.manager.findOneBy(DeletedCommentEntity, { commentId: id ?? "0", authorId: userId });
  if (!deleted) throw commentNotFound();
  const { commentId, body, editedAt } = deleted;
  // Outside the transaction: rendering takes time.
  const { unknownMentions: _, ...rendered } = await rendering(dataSource, body, deleted.mentions);
  return withWriter(dataSource, actor, async (manager) => {
    await lockComment(manager, commentId);
    const [, count] = await manager.query<[unknown, number]>(
      `delete from deleted_comment where comment_id = $1 and deleted_at > now() - make_interval(secs => $2)`,
      [commentId, UNDO_SECONDS],
    );
    if (count === 0) throw commentNotFound();
    const row = { body, ...rendered, authorId: userId, editedAt, deletedAt: null };
    await manager.update(CommentEntity, { id: commentId }, row);
    await notifyMembers(manager, commentId);
    return { id: commentId };
  });
}

/** Forgets what deleted comments said, once that cannot be undone any more. */
export async function sweepComments(dataSource: DataSource): Promise<void> {
  await dataSource.query("delete from deleted_comment where deleted_at <= now() - make_interval(secs => $1)", [
    UNDO_SECONDS,
  ]);
}

/** How a comment would look. @returns as `CommentEntity.html`, or REQUIRED, TOO_LONG @throws RATE_LIMITED */
export async function previewComment(
  dataSource: DataSource,
  actor: Actor,
  text: string,
): Promise<
  { html: string[]; unknownMentions: string[]; problems?: undefined } | { html?: undefined; problems: Problem[] }
> {
  const userId = requireMember(actor);
  const body = normalizeLines(text);
  const problems = bodyProblems(body);
  if (problems.length > 0) return { problems };
  await consumeRateLimit(dataSource, "preview-comment", { account: userId }, PREVIEWS);
  const { html, unknown } = await renderComment(body, findMentioned(dataSource));
  return { html, unknownMentions: unknown.slice(0, MAX_MENTIONS) };
}

/** Renders what a former version of the site has rendered. Repeated until nothing is left. */
export async function renderOldComments(dataSource: DataSource): Promise<void> {
  for (;;) {
    const old = await dataSource.query<Pick<CommentEntity, "id" | "body" | "mentions">[]>(
      "select id, body, mentions from comment where html_version < $1 and deleted_at is null limit 100",
      [HTML_VERSION],
    );
    for (const { id, body, mentions } of old) {
      const { html } = await rendering(dataSource, body, mentions);
      // Unless its author has changed it meanwhile.
      await dataSource.query("update comment set html = $3, html_version = $4 where id = $1 and body = $2", [
        id,
        body,
        html,
        HTML_VERSION,
      ]);
    }
    if (old.length === 0) return;
  }
}

function bodyProblems(body: string): Problem[] {
  if (!isVisible(body)) return [problem(ProblemCode.REQUIRED, "body")];
  return isLongerThan(body, LIMITS.comment) ? [problem(ProblemCode.TOO_LONG, "body", LIMITS.comment)] : [];
}

function refused(code: ProblemCode, field: string | null = null, limit?: number): { problems: Problem[] } {
  return { problems: [problem(code, field, limit)] };
}

async function limitsOf(dataSource: DataSource, userId: string): Promise<CommentLimits> {
  return (await isNewcomer(dataSource, userId)) ? NEWCOMER_COMMENTS : COMMENTS;
}

/** Whom a text mentions that its former version did not. */
function addedMentions(
  userId: string,
  former: Readonly<Record<string, string>>,
  mentions: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const known = new Set([...Object.values(former), userId]);
  return new Set(Object.values(mentions).filter((id) => !known.has(id)));
}

/**
 * Counts whom a text mentions anew: a change tells them as a new comment does. Called when everything is locked that the member may
 * have to wait for.
 * @returns TOO_MANY where they would be too many for a day
 */
async function countMentions(
  manager: EntityManager,
  userId: string,
  { mentions: limit }: CommentLimits,
  added: ReadonlySet<string>,
): Promise<{ problems: Problem[] } | undefined> {
  const fits = await fitsRateLimit(manager, "mention", userId, limit, added.size);
  return fits ? undefined : refused(ProblemCode.TOO_MANY, "body", limit.limit);
}

async function isThreadClosed(manager: EntityManager, id: string): Promise<boolean> {
  const [thread] = await manager.query<{ closed: boolean }[]>(
    "select root.closed from comment c join comment root on root.id = c.root_id where c.id = $1",
    [id],
  );
  return thread?.closed ?? false;
}

/** @param known whom the text mentioned before, by the canonical form of the name as written */
async function rendering(
  dataSource: DataSource,
  body: string,
  known: Readonly<Record<string, string>> = {},
): Promise<Pick<CommentEntity, "html" | "htmlVersion" | "mentions"> & { unknownMentions: string[] }> {
  const { html, mentioned, unknown } = await renderComment(body, findMentioned(dataSource, known));
  const mentions = Object.fromEntries([...mentioned].map(([name, id]) => [usernameKey(name) ?? name, id]));
  return { html, htmlVersion: HTML_VERSION, mentions, unknownMentions: unknown.slice(0, MAX_MENTIONS) };
}

/** Members whom everybody knows. A known name means whoever it meant before, until that account is gone. */
function findMentioned(dataSource: DataSource, known: Readonly<Record<string, string>> = {}): FindMentioned {
  return async (names) => {
    const keys = new Map(
      names
        .flatMap((name) => {
          const key = usernameKey(name);
          return key === undefined ? [] : [[name, key] as const];
        })
        .slice(0, MAX_MENTIONS),
    );
    const rows = await dataSource.query<{ id: string; username_key: string; is_public: boolean }[]>(
      `select id, username_key, ${IS_KNOWN} as is_public
       from user_account u where username_key = any($1::text[]) or id = any($2::bigint[])`,
      [[...keys.values()], Object.values(known)],
    );
    const existing = new Set(rows.map(({ id }) => id));
    const ids = new Map([
      ...rows.filter((row) => row.is_public).map((row) => [row.username_key, row.id] as const),
      ...Object.entries(known).filter(([, id]) => existing.has(id)),
    ]);
    return new Map([...keys].flatMap(([name, key]) => (ids.has(key) ? [[name, ids.get(key) ?? ""] as const] : [])));
  };
}

/**
 * Locks where a comment is to stand, as everybody does who changes one there: the prompt, or the thread on the feedback page.
 * @returns PARENT_GONE, THREAD_CLOSED @throws NOT_FOUND for a prompt that the member may not see, unless it is a reply
 */
async function lockPlace(
  manager: EntityManager,
  userId: string,
  { promptId, parentId }: CommentPlace,
): Promise<{ promptId: number | null } | { problems: Problem[] }> {
  if (parentId === null) {
    if (promptId !== null && !(await lockPrompt(manager, userId, promptId)))
      throw new DomainError("NOT_FOUND", "There is no prompt with this number.");
    return { promptId: promptId ?? null };
  }
  const place = await placeOf(manager, parentId);
  // The same for what the member may not see: there may be none.
  if (!place || (place.prompt_id !== null && !(await lockPrompt(manager, userId, place.prompt_id))))
    return refused(ProblemCode.PARENT_GONE);
  const [thread] = await manager.query<{ closed: boolean }[]>(
    "select closed from comment where id = $1 for no key update",
    [place.root_id],
  );
  const answered = await manager.findOneBy(CommentEntity, { id: parentId });
  if (!answered?.live || !thread) return refused(ProblemCode.PARENT_GONE);
  return thread.closed ? refused(ProblemCode.THREAD_CLOSED) : { promptId: place.prompt_id };
}

/** @returns whether there is such a prompt that the member may see */
async function lockPrompt(manager: EntityManager, userId: string, promptId: number | undefined): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select 1 from prompt p where p.id = $1 and ${visibleTo("$2::bigint")} for no key update`,
    [promptId ?? null, userId],
  );
  return rows.length > 0;
}

async function placeOf(
  manager: EntityManager,
  id: string | undefined,
): Promise<{ prompt_id: number | null; root_id: string } | undefined> {
  const [place] = await manager.query<{ prompt_id: number | null; root_id: string }[]>(
    "select prompt_id, root_id from comment where id = $1",
    [id ?? null],
  );
  return place;
}

/**
 * Locks a comment for a change, after its prompt or, on the feedback page, its thread: in this order nobody waits for each other.
 * @returns undefined where there is none
 */
export async function lockComment(manager: EntityManager, id: string | undefined): Promise<CommentEntity | undefined> {
  const place = await placeOf(manager, id);
  if (!place || id === undefined) return undefined;
  await (place.prompt_id === null
    ? manager.query("select 1 from comment where id = $1 for no key update", [place.root_id])
    : manager.query("select 1 from prompt where id = $1 for no key update", [place.prompt_id]));
  await manager.query("select 1 from comment where id = $1 for no key update", [id]);
  return (await manager.findOneBy(CommentEntity, { id })) ?? undefined;
}

async function lockOwnComment(manager: EntityManager, userId: string, id: string | undefined): Promise<CommentEntity> {
  const comment = await lockComment(manager, id);
  if (comment?.authorId !== userId) throw commentNotFound();
  return comment;
}

function commentNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "There is no comment of yours with this id.");
}

async function isRepeated(
  manager: EntityManager,
  userId: string,
  promptId: number | null,
  body: string,
): Promise<boolean> {
  const isShort = [...body].length <= SHORT_TEXT;
  const rows = await manager.query<unknown[]>(
    `select 1 from comment where author_id = $1 and body = $2 and created_at > now() - interval '1 day'
       and (not $3::boolean or prompt_id is not distinct from $4::int) limit 1`,
    [userId, body, isShort, promptId],
  );
  return rows.length > 0;
}
