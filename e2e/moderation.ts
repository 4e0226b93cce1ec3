import { inject } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, onAnotherDevice } from "./account";
import { createPromptByApi, queryAs } from "./own-prompts";

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
  const author = await createMember();
  const ids: string[] = [];
  await onAnotherDevice(author, async (device) => {
    for (const title of titles)
      ids.push(await createPromptByApi(device, { title, content: `${title} by ${author}.`, shared: true }));
  });
  await onAnotherDevice(await createMember(), async (device) => {
    for (const id of ids) {
      const query =
        "mutation ($id: ID!, $reason: String!) { reportPrompt(promptId: $id, reason: $reason) { accepted } }";
      await queryAs(device, query, { id, reason: `About ${id}: <img src=x onerror=alert(1)>` });
    }
  });
  const moderator = await createMember();
  await appoint(moderator);
  return { ids, author, moderator };
}
