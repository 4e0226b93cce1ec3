import type { DataSource } from "typeorm";
import { checkAccess } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit, type RateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, withWriter } from "../account";
import { visibleTo } from "../prompt";
import { VoteValue } from "./vote.type";

/** Bounds how many prompts of others the deletion of an account locks. */
export const MAX_VOTES = 50_000;

const HOUR = 60 * 60;
export const WRITES: RateLimit = { limit: 600, seconds: HOUR };
/** For accounts younger than a week, or whose address is unconfirmed: whoever opens many to lift a prompt has those. */
export const NEWCOMER_WRITES: RateLimit = { limit: 100, seconds: 24 * HOUR };

/**
 * Votes for or against a prompt, or takes the caller's vote back. The former vote is replaced; the same one again writes nothing.
 * @returns CANNOT_VOTE_OWN, TOO_MANY past `maxVotes` @throws NOT_FOUND for a prompt that the caller may not see, RATE_LIMITED
 */
export async function vote(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
  value: VoteValue,
  maxVotes: number = MAX_VOTES,
): Promise<Problem[]> {
  checkAccess(actor, "write");
  if (actor.kind !== "visitor") {
    const limit = (await isNewcomer(dataSource, actor.userId)) ? NEWCOMER_WRITES : WRITES;
    await consumeRateLimit(dataSource, "write-vote", { account: actor.userId }, limit);
  }
  return withWriter(dataSource, actor, async (manager, userId) => {
    // The prompt first, as whoever deletes it does. Votes on one prompt are thereby written one after the other.
    const [prompt] = await manager.query<{ own: boolean; full: boolean }[]>(
      `select p.author_id is not distinct from $2::bigint as own,
         (select count(*) >= $3 and not bool_or(prompt_id = $1) from vote where user_id = $2) as full
       from prompt p where p.id = $1 and ${visibleTo("$2::bigint")} for no key update`,
      [promptId ?? null, userId, maxVotes],
    );
    if (!prompt) throw new DomainError("NOT_FOUND", "There is no prompt with this number.");
    if (prompt.own) return [problem(ProblemCode.CANNOT_VOTE_OWN)];
    if (value === VoteValue.NONE) {
      await manager.query("delete from vote where user_id = $1 and prompt_id = $2", [userId, promptId]);
      return [];
    }
    if (prompt.full) return [problem(ProblemCode.TOO_MANY, null, maxVotes)];
    await manager.query(
      `insert into vote (user_id, prompt_id, value) values ($1, $2, $3)
       on conflict (user_id, prompt_id) do update set value = excluded.value, created_at = excluded.created_at
       where vote.value <> excluded.value`,
      [userId, promptId, value === VoteValue.UP ? 1 : -1],
    );
    return [];
  });
}
