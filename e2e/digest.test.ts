import { createHash, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember } from "./account";
import { uniqueAddress, visit } from "./visit";

const database = inject("database");
const main = (page: Page) => page.getByRole("main");

/** The hour at which a member gets the daily mail; null without it. */
async function hourOf(username: string): Promise<number | null> {
  const [row] = await inSiteDatabase(database, (dataSource) =>
    dataSource.query<{ hour: number }[]>(
      "select hour from digest join user_account on id = user_id where username = $1 and next_at is not null",
      [username],
    ),
  );
  return row?.hour ?? null;
}

/** A member with the daily mail. @returns the code of the link in one of their mails */
async function readerOfMails(username: string): Promise<string> {
  const code = randomBytes(20).toString("base64url");
  await inSiteDatabase(database, async (dataSource) => {
    await dataSource.query(
      `insert into digest (user_id, hour, time_zone, next_at, through_id)
       select id, 8, 'UTC', now() + interval '1 day', 0 from user_account where username = $1`,
      [username],
    );
    await dataSource.query(
      "insert into digest_link (token_hash, user_id) select $2, id from user_account where username = $1",
      [username, createHash("sha256").update(code).digest()],
    );
  });
  return code;
}

it("the link in the mail leads to a button that stops it, without logging in; opening it does nothing", async () => {
  const username = await createMember();
  const code = await readerOfMails(username);
  await visit(`/en/user/stop-digest#${code}`, {}, async ({ page }) => {
    const button = main(page).getByRole("button", { name: "Stop the daily mail" });
    await button.waitFor();
    expect(await hourOf(username)).toBe(8);
    await button.press("Enter");
    await main(page).getByRole("status").getByText("The daily mail is off.").waitFor();
    expect(await hourOf(username)).toBeNull();
  });
});

it("mail programs stop it by a POST of their own (RFC 8058)", async () => {
  const username = await createMember();
  const code = await readerOfMails(username);
  const response = await fetch(`${inject("site")}/api/unsubscribe/${code}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": uniqueAddress() },
    body: "List-Unsubscribe=One-Click",
  });
  expect(response.ok).toBe(true);
  expect(await hourOf(username)).toBeNull();
});
