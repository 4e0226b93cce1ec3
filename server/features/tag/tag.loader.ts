import DataLoader from "dataloader";
import { readRows } from "../../platform/database/read-rows";
import type { LoaderFactory } from "../../platform/database/loader";

/** How many public prompts a tag has. */
export const tagCountLoader: LoaderFactory<number, number> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ id: number; prompt_count: number }>(
      dataSource,
      `select id, prompt_count from tag where id = any($1::int[])`,
      [ids],
    );
    const counts = new Map(rows.map((row) => [row.id, row.prompt_count]));
    return ids.map((id) => counts.get(id) ?? 0);
  });
