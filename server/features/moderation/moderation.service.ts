import type { DataSource, EntityManager } from "typeorm";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { checkAccess } from "../../platform/domain/access";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { type Account, accountById, closeAccount, lockAccount, reopenAccount, withModerator } from "../account";
import { lockComment } from "../comment";
import { showHiddenPrompt, unshareDuplicates } from "../prompt";
import type { ActKind, Before, CaseBefore, Reason } from "./moderation.entity";
import { CLOSINGS, DECISIONS } from "./moderation.limits";
import { IS_LATEST } from "./moderation.reader";
import type { TargetId } from "./target";

/** Why a moderator decides, as those whom it concerns are told. */
export interface Grounds {
  reason: Reason;
  note: string | null;
}

/** The act that was done, or why it was not. */
export type Decision = { actId: string; problems?: undefined } | { actId?: undefined; problems: Problem[] };

interface Target {
  kind: "prompt" | "comment";
  id: string | number;
  /** Null once the account is gone. */
  authorId: string | null;
  hidden: boolean;
  /** When the text of a comment was last changed; null if never, and for a prompt. */
  editedAt: Date | null;
}

/** The column that names a target. */
const COLUMN = { prompt: "prompt_id", comment: "comment_id" } as const;

/**
 * Hides what a member wrote from everybody but its author, and decides its reports.
 * @returns CONFLICT if it is hidden already, CANNOT_MODERATE_OWN, problems of the note @throws NOT_FOUND, RATE_LIMITED
 */
export function hide(dataSource: DataSource, actor: Actor, id: TargetId, given: Grounds): Promise<Decision> {
  return decide(dataSource, actor, id, given, async (manager, target, act) => {
    if (target.hidden) return conflict();
    const before = await hideTarget(manager, target);
    return decideReports(manager, target, await act("HIDE", before));
  });
}

/**
 * Shows what is hidden again.
 * @param seen when the text of a comment that the moderator has read was last changed: its author can change it meanwhile
 * @returns CONFLICT if it is not hidden, or was changed since, CANNOT_MODERATE_OWN @throws as `hide`
 */
export function restore(
  dataSource: DataSource,
  actor: Actor,
  id: TargetId,
  given: Grounds,
  seen: Date | null = null,
): Promise<Decision> {
  return decide(dataSource, actor, id, given, async (manager, target, act) => {
    if (!target.hidden || !isSeen(target, seen)) return conflict();
    await showTarget(manager, target);
    return { actId: await act("RESTORE", { hidden: true }) };
  });
}

/** Decides that the reports of something are wrong. @returns CONFLICT if none waits, CANNOT_MODERATE_OWN @throws as `hide` */
export function dismissReports(dataSource: DataSource, actor: Actor, id: TargetId): Promise<Decision> {
  return decide(dataSource, actor, id, null, async (manager, target, act) => {
    const taken = await takeCase(manager, target);
    if (!taken) return conflict();
    return decideReports(manager, target, await act("DISMISS", { case: taken }));
  });
}

/**
 * Closes the thread that begins with a comment, so that nobody replies, or opens it again.
 * @returns CONFLICT if it is so already @throws NOT_FOUND for a reply, too; RATE_LIMITED
 */
export function setThreadClosed(
  dataSource: DataSource,
  actor: Actor,
  commentId: string | undefined,
  closed: boolean,
): Promise<Decision> {
  const id = { kind: "comment", id: commentId } as const;
  return decide(dataSource, actor, id, null, async (manager, target, act) => {
    const isChanged = await closeThread(manager, String(target.id), closed);
    return isChanged ? { actId: await act(closed ? "CLOSE_THREAD" : "REOPEN_THREAD", {}) } : conflict();
  });
}

/**
 * Closes a member's account: everything that acts for it ends, what it shared is withdrawn, and the member is told by mail.
 * @returns CONFLICT if it is closed, CANNOT_MODERATE_OWN, CANNOT_MODERATE_MODERATOR @throws NOT_FOUND, RATE_LIMITED
 */
export function closeMember(
  dataSource: DataSource,
  actor: Actor,
  memberId: string | undefined,
  given: Grounds,
): Promise<Decision> {
  return decideAccount(dataSource, actor, memberId, given, true);
}

/** Opens a closed account again. @returns CONFLICT if it is not closed @throws as `closeMember` */
export function reopenMember(
  dataSource: DataSource,
  actor: Actor,
  memberId: string | undefined,
  given: Grounds,
): Promise<Decision> {
  return decideAccount(dataSource, actor, memberId, given, false);
}

interface Act {
  kind: ActKind;
  moderator_id: string | null;
  prompt_id: number | null;
  comment_id: string | null;
  member_id: string | null;
  before: Before;
  is_latest: boolean;
}

/**
 * Takes back the latest decision on a prompt, a comment or an account, which is recorded as a decision of its own.
 * @param seen as in `restore`
 * @returns CONFLICT if it was taken back, there is a later one, or a comment that it would show was changed since, CANNOT_MODERATE_OWN
 * @throws NOT_FOUND, RATE_LIMITED
 */
export async function undoAct(
  dataSource: DataSource,
  actor: Actor,
  actId: string | undefined,
  seen: Date | null = null,
): Promise<Decision> {
  checkAccess(actor, "moderator");
  const found = actId === undefined ? undefined : await readAct(dataSource.manager, actId);
  if (!found || actId === undefined) throw new DomainError("NOT_FOUND", "There is no such act.");
  if (found.kind === "CLOSE_ACCOUNT" || found.kind === "REOPEN_ACCOUNT") {
    return decideAccount(dataSource, actor, found.member_id ?? undefined, null, found.kind === "REOPEN_ACCOUNT", actId);
  }
  const id: TargetId =
    found.comment_id === null
      ? { kind: "prompt", id: found.prompt_id ?? undefined }
      : { kind: "comment", id: found.comment_id };
  return decide(
    dataSource,
    actor,
    id,
    null,
    async (manager, target, act) => {
      const current = await readAct(manager, actId);
      if (!current?.is_latest) return conflict();
      const { kind, before } = current;
      if (kind === "REOPEN_REPORTS") return conflict();
      if (kind === "CLOSE_THREAD" || kind === "REOPEN_THREAD") {
        await closeThread(manager, String(target.id), kind === "REOPEN_THREAD");
        return { actId: await act(kind === "CLOSE_THREAD" ? "REOPEN_THREAD" : "CLOSE_THREAD", {}, actId) };
      }
      if (kind === "RESTORE") {
        const hidden = await hideTarget(manager, target);
        return decideReports(manager, target, await act("HIDE", hidden, actId));
      }
      if (kind === "HIDE" && !isSeen(target, seen)) return conflict();
      if (kind === "HIDE") await showTarget(manager, target);
      if (before.case) await reopenReports(manager, target, actId, before.case);
      return { actId: await act(kind === "HIDE" ? "RESTORE" : "REOPEN_REPORTS", { hidden: target.hidden }, actId) };
    },
    true,
  );
}

/** For whoever runs the site, by a command. @returns whether there is such a prompt of a member's */
export async function setPromptHidden(
  dataSource: DataSource,
  id: number | undefined,
  hidden: boolean,
): Promise<boolean> {
  return inTransaction(dataSource, async (manager) => {
    const prompt = await lockPrompt(manager, id);
    if (!prompt) return false;
    if (prompt.hidden === hidden) return true;
    const before = hidden ? await hideTarget(manager, prompt) : { hidden: true };
    if (!hidden) await showTarget(manager, prompt);
    const kind = hidden ? "HIDE" : "RESTORE";
    const actId = await record(manager, { target: prompt, memberId: prompt.authorId, kind, moderatorId: null, before });
    if (hidden) await decideReports(manager, prompt, actId);
    return true;
  });
}

type DoAct = (kind: ActKind, before: Before, undoes?: string) => Promise<string>;

/** The only way to decide about what members write: who may, limits and the log are here. Decisions about the same wait for one another. */
async function decide(
  dataSource: DataSource,
  actor: Actor,
  id: TargetId,
  given: Grounds | null,
  work: (manager: EntityManager, target: Target, act: DoAct) => Promise<Decision>,
  isUndo = false,
): Promise<Decision> {
  checkAccess(actor, "moderator");
  const { grounds, problems } = checkGrounds(given);
  if (problems) return { problems };
  await consumeDecision(dataSource, actor, isUndo);
  return withModerator(dataSource, actor, async (manager, moderatorId) => {
    const target = await lockTarget(manager, id);
    if (!target) throw new DomainError("NOT_FOUND", "There is no such prompt or comment of a member.");
    if (target.authorId === moderatorId) return { problems: [problem(ProblemCode.CANNOT_MODERATE_OWN)] };
    const done = { moderatorId, target, memberId: target.authorId, ...grounds };
    return work(manager, target, (kind, before, undoes) => record(manager, { ...done, kind, before, undoes }));
  });
}

async function decideAccount(
  dataSource: DataSource,
  actor: Actor,
  memberId: string | undefined,
  given: Grounds | null,
  close: boolean,
  undoes?: string,
): Promise<Decision> {
  checkAccess(actor, "moderator");
  const { grounds, problems } = checkGrounds(given);
  if (problems) return { problems };
  await consumeDecision(dataSource, actor, undoes !== undefined);
  if (actor.kind !== "visitor" && close)
    await consumeRateLimit(dataSource, "moderate-account", { account: actor.userId }, CLOSINGS);
  return withModerator(dataSource, actor, async (manager, moderatorId) => {
    if (memberId === moderatorId) return { problems: [problem(ProblemCode.CANNOT_MODERATE_OWN)] };
    // Looked at before it is locked: two moderators who close each other's account would wait for each other.
    const known = memberId === undefined ? null : await accountById(manager, memberId);
    if (!known || memberId === undefined) throw new DomainError("NOT_FOUND", "There is no such member.");
    if (known.isModerator) return { problems: [problem(ProblemCode.CANNOT_MODERATE_MODERATOR)] };
    const former = await lockAccount(manager, memberId);
    if (!former) throw new DomainError("NOT_FOUND", "There is no such member.");
    if (former.isModerator) return { problems: [problem(ProblemCode.CANNOT_MODERATE_MODERATOR)] };
    if (former.isClosed === close) return conflict();
    if (undoes !== undefined && !(await readAct(manager, undoes))?.is_latest) return conflict();
    await (close ? closeAccount : reopenAccount)(manager, memberId);
    if (!close) await unshareDuplicates(manager, memberId);
    const kind = close ? "CLOSE_ACCOUNT" : "REOPEN_ACCOUNT";
    await tell(manager, kind, former, grounds);
    const before = { closed: former.isClosed };
    return {
      actId: await record(manager, { moderatorId, memberId, target: null, kind, before, undoes, ...grounds }),
    };
  });
}

async function tell(
  manager: EntityManager,
  kind: "CLOSE_ACCOUNT" | "REOPEN_ACCOUNT",
  { email, emailConfirmed, locale, username }: Account,
  grounds: Grounds | null,
): Promise<void> {
  // An unconfirmed address may be somebody else's.
  if (!emailConfirmed) return;
  const recipient = { to: email, locale };
  const { reason = null, note = null } = grounds ?? {};
  await queueMail(
    manager,
    kind === "CLOSE_ACCOUNT"
      ? { ...recipient, kind: "account-closed", data: { username, reason, note } }
      : { ...recipient, kind: "account-reopened", data: { username } },
  );
}

/** Whoever has used up the decisions can still take them back. */
async function consumeDecision(dataSource: DataSource, actor: Actor, isUndo: boolean): Promise<void> {
  if (actor.kind === "visitor") return;
  await consumeRateLimit(dataSource, isUndo ? "moderate-undo" : "moderate", { account: actor.userId }, DECISIONS);
}

function checkGrounds(
  given: Grounds | null,
): { grounds: Grounds | null; problems?: undefined } | { grounds?: undefined; problems: Problem[] } {
  if (!given) return { grounds: null };
  const note = normalizeLines(given.note ?? "");
  if (given.reason === "OTHER" && !isVisible(note)) return { problems: [problem(ProblemCode.REQUIRED, "note")] };
  if (isLongerThan(note, LIMITS.moderationNote))
    return { problems: [problem(ProblemCode.TOO_LONG, "note", LIMITS.moderationNote)] };
  return { grounds: { reason: given.reason, note: isVisible(note) ? note : null } };
}

function isSeen({ editedAt }: Target, seen: Date | null): boolean {
  return editedAt?.getTime() === seen?.getTime() || editedAt === null;
}

function conflict(): Decision {
  return { problems: [problem(ProblemCode.CONFLICT)] };
}

function lockTarget(manager: EntityManager, { kind, id }: TargetId): Promise<Target | undefined> {
  return kind === "prompt" ? lockPrompt(manager, id) : lockMembersComment(manager, id);
}

/** A comment where the moderator sees it. */
async function lockMembersComment(manager: EntityManager, id: TargetId["id"]): Promise<Target | undefined> {
  const comment = await lockComment(manager, id === undefined ? undefined : String(id));
  if (!comment || comment.deletedAt !== null) return undefined;
  const places = await manager.query<unknown[]>(
    "select 1 from prompt where id = $1 and (origin = 'LIBRARY' or shared) and deleted_at is null",
    [comment.promptId],
  );
  if (comment.promptId !== null && places.length === 0) return undefined;
  const { authorId, hidden, editedAt } = comment;
  return { kind: "comment", id: comment.id, authorId, hidden, editedAt };
}

/** A member's prompt that is or was public: what was always private is nobody's business. */
async function lockPrompt(manager: EntityManager, id: TargetId["id"]): Promise<Target | undefined> {
  const [row] = await manager.query<{ id: number; author_id: string; hidden: boolean }[]>(
    `select id, author_id, hidden from prompt
     where id = $1 and origin = 'COMMUNITY' and shared_at is not null and deleted_at is null for no key update`,
    [id ?? null],
  );
  return row && { kind: "prompt", id: row.id, authorId: row.author_id, hidden: row.hidden, editedAt: null };
}

/** Hides something and takes it from the queue. @returns how it was before */
async function hideTarget(manager: EntityManager, target: Target): Promise<Before> {
  await manager.query(`update ${target.kind} set hidden = true where id = $1`, [target.id]);
  return { hidden: target.hidden, case: await takeCase(manager, target) };
}

async function showTarget(manager: EntityManager, { kind, id }: Target): Promise<void> {
  await (kind === "prompt"
    ? showHiddenPrompt(manager, Number(id))
    : manager.query("update comment set hidden = false where id = $1", [id]));
}

/** @returns whether there is such a thread, and it was not so already */
async function closeThread(manager: EntityManager, id: string, closed: boolean): Promise<boolean> {
  const [rows] = await manager.query<[unknown[], number]>(
    "update comment set closed = $2 where id = $1 and parent_id is null and closed <> $2 returning id",
    [id, closed],
  );
  return rows.length > 0;
}

/** Takes something from the queue. @returns how it stood there; null if it did not */
async function takeCase(manager: EntityManager, { kind, id }: Target): Promise<CaseBefore | null> {
  const [rows] = await manager.query<
    [{ id: string; report_count: number; newcomer_count: number; opened_at: Date }[], number]
  >(`delete from moderation_case where ${COLUMN[kind]} = $1 returning id, report_count, newcomer_count, opened_at`, [
    id,
  ]);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        reportCount: row.report_count,
        newcomerCount: row.newcomer_count,
        openedAt: row.opened_at.toISOString(),
      }
    : null;
}

async function decideReports(manager: EntityManager, { kind, id }: Target, actId: string): Promise<Decision> {
  await manager.query(`update report set act_id = $2 where ${COLUMN[kind]} = $1 and act_id is null`, [id, actId]);
  return { actId };
}

/** Puts something back into its place in the queue, with the reports that came since. */
async function reopenReports(
  manager: EntityManager,
  { kind, id }: Target,
  actId: string,
  before: CaseBefore,
): Promise<void> {
  const column = COLUMN[kind];
  await manager.query(`update report set act_id = null where ${column} = $1 and act_id = $2`, [id, actId]);
  // Counted again: a member whose report was decided may have sent another one since, and reporters may have gone.
  await manager.query(
    `insert into moderation_case (id, ${column}, report_count, newcomer_count, opened_at)
     select $1, $2, count(*), count(*) filter (where from_newcomer), $3 from report
     where ${column} = $2 and act_id is null having count(*) > 0
     on conflict (${column}) do update set report_count = excluded.report_count,
       newcomer_count = excluded.newcomer_count, opened_at = excluded.opened_at`,
    [before.id, id, before.openedAt],
  );
}

/** Decisions about reports concern those who sent them. */
const IS_OF_REPORTS: ReadonlySet<ActKind> = new Set(["DISMISS", "REOPEN_REPORTS"]);

interface NewAct {
  kind: ActKind;
  moderatorId: string | null;
  /** Null for a decision about an account. */
  target: TargetId | null;
  memberId: string | null;
  before: Before;
  reason?: Reason | null;
  note?: string | null;
  undoes?: string | undefined;
}

/** Writes the log, and notifies the member whose prompt, comment or account it is. */
async function record(manager: EntityManager, act: NewAct): Promise<string> {
  // A member who is just being deleted is skipped.
  const [row] = await manager.query<{ id: string }[]>(
    `with act as (
       insert into moderation_act (kind, moderator_id, prompt_id, comment_id, member_id, reason, note, before, undoes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id
     ), notified as (
       insert into notification (user_id, kind, act_id)
       select member.id, 'MODERATION', act.id from act join user_account member on member.id = $5 where not $10::boolean
       for key share of member skip locked
     )
     select id from act`,
    [
      act.kind,
      act.moderatorId,
      act.target?.kind === "prompt" ? act.target.id : null,
      act.target?.kind === "comment" ? act.target.id : null,
      act.memberId,
      act.reason ?? null,
      act.note ?? null,
      JSON.stringify(act.before),
      act.undoes ?? null,
      IS_OF_REPORTS.has(act.kind),
    ],
  );
  if (!row) throw new Error("The act was not recorded.");
  return row.id;
}

async function readAct(manager: EntityManager, id: string): Promise<Act | undefined> {
  const [row] = await manager.query<Act[]>(
    `select kind, moderator_id, prompt_id, comment_id, member_id, before, ${IS_LATEST} as is_latest
     from moderation_act act where id = $1`,
    [id],
  );
  return row;
}
