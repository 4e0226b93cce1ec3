import type { DataSource, EntityManager } from "typeorm";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, withWriter } from "../account";
import { lockComment } from "../comment";
import { NEWCOMER_REPORTS, REPORTS } from "./moderation.limits";
import type { TargetId } from "./target";

/**
 * Reports a member's prompt or comment to the moderators. A member's second report of the same changes nothing, unless it was changed
 * since the first one was decided.
 * @returns CANNOT_REPORT_OWN, REQUIRED or TOO_LONG for the reason @throws NOT_FOUND for what not everybody sees, RATE_LIMITED
 */
export async function report(
  dataSource: DataSource,
  actor: Actor,
  { kind, id }: TargetId,
  reason: string,
): Promise<Problem[]> {
  const userId = requireMember(actor);
  const text = normalizeLines(reason);
  if (!isVisible(text)) return [problem(ProblemCode.REQUIRED, "reason")];
  if (isLongerThan(text, LIMITS.moderationNote))
    return [problem(ProblemCode.TOO_LONG, "reason", LIMITS.moderationNote)];
  const fromNewcomer = await isNewcomer(dataSource, userId);
  await consumeRateLimit(dataSource, "report", { account: userId }, fromNewcomer ? NEWCOMER_REPORTS : REPORTS);
  return withWriter(dataSource, actor, async (manager) => {
    const target = await (kind === "prompt" ? lockPublicPrompt(manager, id) : lockPublicComment(manager, id));
    if (!target) throw new DomainError("NOT_FOUND", "There is no such prompt or comment of a member.");
    if (target.authorId === userId) return [problem(ProblemCode.CANNOT_REPORT_OWN)];
    const column = kind === "prompt" ? "prompt_id" : "comment_id";
    const written = await manager.query<unknown[]>(
      `insert into report (${column}, reporter_id, from_newcomer, reason) values ($1, $2, $3, $4)
       on conflict (${column}, reporter_id) do update
         set reason = excluded.reason, from_newcomer = excluded.from_newcomer, created_at = excluded.created_at, act_id = null
         where report.act_id is not null and exists (
           select 1 from moderation_act act where act.id = report.act_id and act.created_at < $5)
       returning id`,
      [id, userId, fromNewcomer, text, target.changedAt],
    );
    if (written.length > 0) {
      await manager.query(
        `insert into moderation_case (${column}, report_count, newcomer_count) values ($1, 1, $2)
         on conflict (${column}) do update set report_count = moderation_case.report_count + 1,
           newcomer_count = moderation_case.newcomer_count + excluded.newcomer_count`,
        [id, fromNewcomer ? 1 : 0],
      );
    }
    return [];
  });
}

interface Reportable {
  authorId: string | null;
  /** When its text was last written. */
  changedAt: Date;
}

async function lockPublicPrompt(manager: EntityManager, id: TargetId["id"]): Promise<Reportable | undefined> {
  const [row] = await manager.query<{ author_id: string; written_at: Date }[]>(
    "select author_id, written_at from prompt where id = $1 and origin = 'COMMUNITY' and listed for no key update",
    [id ?? null],
  );
  return row && { authorId: row.author_id, changedAt: row.written_at };
}

async function lockPublicComment(manager: EntityManager, id: TargetId["id"]): Promise<Reportable | undefined> {
  const comment = await lockComment(manager, id === undefined ? undefined : String(id));
  if (!comment?.live) return undefined;
  if (comment.promptId !== null) {
    const listed = await manager.query<unknown[]>("select 1 from prompt where id = $1 and listed", [comment.promptId]);
    if (listed.length === 0) return undefined;
  }
  return { authorId: comment.authorId, changedAt: comment.editedAt ?? comment.createdAt };
}
