import { beforeAll, inject } from "vitest";
import { insertPrompts, insertUsers, type NewPrompt } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";

/**
 * Shares these prompts as a member before a file's journeys, and deletes both afterwards: all files use one site. The numbers of
 * the prompts are there once the journeys begin.
 */
export function shareAs(username: string, prompts: readonly Omit<NewPrompt, "authorId">[]): readonly number[] {
  const numbers: number[] = [];
  beforeAll(async () => {
    const database = inject("database");
    const author = await inSiteDatabase(database, async (dataSource) => {
      const [authorId = ""] = await insertUsers(dataSource, [username]);
      const rows = prompts.map((prompt) => ({ ...prompt, authorId }));
      numbers.push(...(await insertPrompts(dataSource, rows)));
      return authorId;
    });
    return () =>
      inSiteDatabase(database, (dataSource) => dataSource.query("delete from user_account where id = $1", [author]));
  });
  return numbers;
}
