import type { DataSource } from "typeorm";
import { momentSql } from "../../platform/database/expressions";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow } from "../../platform/graphql/page-window";
import { RemovedPrompt, RemovedPromptConnection, type RemovedPromptsArgs } from "./removed-prompt.type";

/** What is not public any more, since a moment, the earliest first. */
export function readRemovedPrompts(
  dataSource: DataSource,
  { since, ...page }: RemovedPromptsArgs,
): Promise<Connection<RemovedPrompt>> {
  const list = listDigest("removed prompts", since.getTime());
  const order: CursorOrder = { list, sort: "REMOVED_AT", direction: "ASC", key: "time" };
  return readPage(RemovedPromptConnection, pageWindow(page, order), {
    read: (window) => {
      const { bind, values } = new Parameters();
      const conditions = [isSince(since, bind), ...keysetConditions(window, "removed_at", "prompt_id", bind)];
      return readRows<{ prompt_id: number; removed_at: Date }>(
        dataSource,
        `select prompt_id, removed_at from removed_prompt where ${conditions.join(" and ")}
         order by ${keysetOrder(window, "removed_at", "prompt_id")} limit ${String(window.limit)}`,
        values,
      );
    },
    count: async () => {
      const { bind, values } = new Parameters();
      const sql = `select count(*)::int as count from removed_prompt where ${isSince(since, bind)}`;
      return (await readRows<{ count: number }>(dataSource, sql, values))[0]?.count ?? 0;
    },
    position: (row) => ({ key: row.removed_at.getTime(), id: row.prompt_id }),
    node: (row) => Object.assign(new RemovedPrompt(), { promptId: String(row.prompt_id), removedAt: row.removed_at }),
  });
}

function isSince(since: Date, bind: Parameters["bind"]): string {
  return `removed_at >= ${momentSql(since, bind)}`;
}
