import type { DataSource } from "typeorm";
import { checkAccess } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { withWriter } from "../account";
import { visibleTo } from "../prompt";
import { VoteValue } from "./vote.type";

/** For each account. */
const WRITES = { limit: 600, seconds: 60 * 60 };

const STORED = { [VoteValue.UP]: 1, [VoteValue.DOWN]: -1 } as const;

/**
 * Sets the caller's vote on a public prompt. It may be taken back while the prompt is hidden.
 * @returns CANNOT_VOTE_OWN @throws NOT_FOUND for a prompt that is not public and that the caller has not voted on, RATE_LIMITED
 */
export async function vote(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
  value: VoteValue,
): Promise<Problem[]> {
  checkAccess(actor, "write");
  if (actor.kind !== "visitor") await consumeRateLimit(dataSource, "write-vote", { account: actor.userId }, WRITES);
  return withWriter(dataSource, actor, async (manager, userId) => {
    // Before the vote's row, as whoever deletes the prompt does.
    const [prompt] = await manager.query<{ own: boolean }[]>(
      `select p.author_id is not distinct from $2::bigint as own from prompt p
       where p.id = $1 and (
         ${visibleTo("$2::bigint")} or $3 and exists (select 1 from vote where prompt_id = p.id and user_id = $2)
       ) for no key update of p`,
      [promptId ?? null, userId, value === VoteValue.NONE],
    );
    if (!prompt) throw new DomainError("NOT_FOUND", "There is no prompt with this number.");
    if (prompt.own) return [problem(ProblemCode.CANNOT_VOTE_OWN)];
    if (value === VoteValue.NONE)
      await manager.query("delete from vote where prompt_id = $1 and user_id = $2", [promptId, userId]);
    else
      await manager.query(
        `insert into vote (prompt_id, user_id, value) values ($1, $2, $3)
         on conflict (prompt_id, user_id) do update set value = excluded.value, created_at = excluded.created_at
         where vote.value <> excluded.value`,
        [promptId, userId, STORED[value]],
      );
    return [];
  });
}
