import { inject } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, signedInAs } from "./account";
import { asNewMember, createPromptByApi, queryAs } from "./own-prompts";
import { visit } from "./visit";

/** Makes a member a moderator, as `npm run moderator` does. */
export async function appoint(username: string): Promise<void> {
  await inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query(
      "update account set is_moderator = true where user_id = (select id from user_account where username = $1)",
      [username],
    ),
  );
}

/** Prompts of a new member, each reported, and a moderator. */
export async function reportedPrompts(
  titles: readonly string[],
): Promise<{ ids: string[]; author: string; moderator: string }> {
  const { username: author, options } = await asNewMember();
  const ids: string[] = [];
  await visit("/en/", options, async ({ page }) => {
    for (const title of titles)
      ids.push(await createPromptByApi(page, { title, content: `${title} by ${author}.`, shared: true }));
  });
  await visit("/en/", signedInAs(await createMember()), async ({ page }) => {
    for (const id of ids) {
      const input = { promptId: id, reason: `About ${id}: <img src=x onerror=alert(1)>` };
      await queryAs(page, "mutation ($input: ReportInput!) { report(input: $input) { accepted } }", { input });
    }
  });
  const moderator = await createMember();
  await appoint(moderator);
  return { ids, author, moderator };
}
