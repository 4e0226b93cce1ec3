import type { DataSource } from "typeorm";
import type { SentStatement } from "./statements";

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** How many rows of prompts and texts a statement reads. The planner would scan tables as small as those of a test. */
export async function rowsRead(dataSource: DataSource, { text, values }: SentStatement): Promise<number> {
  const [row] = await dataSource.transaction(async (manager) => {
    await manager.query("set local enable_seqscan = off");
    return manager.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }[]>(
      `explain (analyze, timing off, summary off, format json) ${text}`,
      values,
    );
  });
  // Rows are those of one loop, on average.
  const readBy = (node: PlanNode): number =>
    (node["Relation Name"]?.startsWith("prompt")
      ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
        node["Actual Loops"]
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), 0);
  return row ? readBy(row["QUERY PLAN"][0].Plan) : NaN;
}
