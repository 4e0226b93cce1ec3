import type { DataSource } from "typeorm";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, withWriter } from "../account";
import { NEWCOMER_REPORTS, REPORTS } from "./moderation.limits";

/**
 * Reports a member's prompt to the moderators. A member's second report of a prompt changes nothing, unless the prompt was changed
 * since the first one was decided.
 * @returns CANNOT_REPORT_OWN, REQUIRED or TOO_LONG for the reason @throws NOT_FOUND for what is not a member's public prompt, RATE_LIMITED
 */
export async function reportPrompt(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
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
    const [prompt] = await manager.query<{ own: boolean }[]>(
      `select author_id = $2::bigint as own from prompt where id = $1 and origin = 'COMMUNITY' and listed for no key update`,
      [promptId ?? null, userId],
    );
    if (!prompt) throw new DomainError("NOT_FOUND", "There is no member's prompt with this number.");
    if (prompt.own) return [problem(ProblemCode.CANNOT_REPORT_OWN)];
    const written = await manager.query<unknown[]>(
      `insert into report (prompt_id, reporter_id, from_newcomer, reason) values ($1, $2, $3, $4)
       on conflict (prompt_id, reporter_id) do update
         set reason = excluded.reason, from_newcomer = excluded.from_newcomer, created_at = excluded.created_at, act_id = null
         where report.act_id is not null and exists (
           select 1 from moderation_act act join prompt on prompt.id = report.prompt_id
           where act.id = report.act_id and prompt.updated_at > act.created_at)
       returning id`,
      [promptId, userId, fromNewcomer, text],
    );
    if (written.length > 0) {
      await manager.query(
        `insert into moderation_case (prompt_id, report_count, newcomer_count) values ($1, 1, $2)
         on conflict (prompt_id) do update set report_count = moderation_case.report_count + 1,
           newcomer_count = moderation_case.newcomer_count + excluded.newcomer_count`,
        [promptId, fromNewcomer ? 1 : 0],
      );
    }
    return [];
  });
}
