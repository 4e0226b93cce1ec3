import DataLoader from "dataloader";
import type { LoaderFactory } from "../../platform/database/loader";
import { readRows } from "../../platform/database/read-rows";
import { VoteValue } from "./vote.type";

interface VoteKey {
  userId: string;
  promptId: number;
}

/** How a member has voted on a prompt. */
export const voteLoader: LoaderFactory<VoteKey, VoteValue> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<{ place: string; value: 1 | -1 }>(
        dataSource,
        `select place, value from unnest($1::bigint[], $2::int[]) with ordinality as requested (user_id, prompt_id, place)
         join vote using (user_id, prompt_id)`,
        [keys.map(({ userId }) => userId), keys.map(({ promptId }) => promptId)],
      );
      const found = new Map(rows.map(({ place, value }) => [Number(place) - 1, value]));
      return keys.map((_, index) => {
        const value = found.get(index);
        return value === undefined ? VoteValue.NONE : value === 1 ? VoteValue.UP : VoteValue.DOWN;
      });
    },
    { cacheKeyFn: ({ userId, promptId }) => `${userId} ${String(promptId)}` },
  );
