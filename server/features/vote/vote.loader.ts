import DataLoader from "dataloader";
import type { LoaderFactory } from "../../platform/database/loader";
import { readRows } from "../../platform/database/read-rows";
import { VoteValue } from "./vote.type";

interface VoteKey {
  userId: string;
  promptId: number;
}

/** How a member votes on a prompt. */
export const voteLoader: LoaderFactory<VoteKey, VoteValue> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<{ place: string; value: number }>(
        dataSource,
        `select place, value from unnest($1::bigint[], $2::int[]) with ordinality as requested (user_id, prompt_id, place)
         join vote using (user_id, prompt_id)`,
        [keys.map(({ userId }) => userId), keys.map(({ promptId }) => promptId)],
      );
      const votes = new Map(
        rows.map(({ place, value }) => [Number(place) - 1, value > 0 ? VoteValue.UP : VoteValue.DOWN]),
      );
      return keys.map((_, index) => votes.get(index) ?? VoteValue.NONE);
    },
    { cacheKeyFn: ({ userId, promptId }) => `${userId} ${String(promptId)}` },
  );
