import { randomUUID } from "node:crypto";
import { describe, it } from "vitest";
import { SETTINGS_PATH } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";
import { createMember } from "./account";
import { BOTH_MODES, expectNoViolations, withAxe } from "./axe";
import { member } from "./known-member";
import { reportedPrompts } from "./moderation";
import { createPromptByApi, queryAs, updatePromptByApi } from "./own-prompts";
import { visit } from "./visit";

const DIALOG = "[role=dialog]";
/** For menus, which all have the same colours. */
const ONE_MODE = isDeep ? BOTH_MODES : (["dark"] as const);

// What a state adds is the same in every language, but for its words and its direction.
describe.each(isDeep ? ["en", "ar"] : ["en"])("in %s axe finds no violations in", (locale) => {
  it("a member's own prompts, the page of one, their editor in each of its states, and favourites", async () => {
    const author = await createMember();
    // A private prompt's page is found once its author is known.
    const options = member(author, { expectedComplaints: [/status of 404/] });
    await visit(`/${locale}/user/favorite`, withAxe(options), async ({ page, open }) => {
      await page.locator("main section h2").waitFor();
      await expectNoViolations(page, "main");
      const deleted = await createPromptByApi(page, { title: "Mine", content: "Say {{word}}.", notes: "Some." });
      await updatePromptByApi(page, deleted, { title: "Mine again", content: "Say {{words}} at once." });
      await open(`/${locale}/prompt/${deleted}`);
      await page.locator("main ol [aria-expanded]").click();
      await page.locator("main ins").first().waitFor();
      await expectNoViolations(page, "main");
      await page.locator("main [aria-haspopup=dialog]").last().click();
      await page.locator(`${DIALOG} form`).waitFor();
      await expectNoViolations(page, DIALOG);
      await page.locator(`${DIALOG} button[type=submit]`).click();
      await page.locator("[data-action]").waitFor();
      await expectNoViolations(page, "[data-action]");
      await page.locator("main section h2").waitFor();
      await expectNoViolations(page, "main");

      const content = `Write to {{whom}} of ${author}. {{`;
      await page.locator("main [type=button][aria-haspopup=dialog]").last().click();
      await page.locator(`${DIALOG} form textarea`).first().fill(content);
      await page.locator(`${DIALOG} button[type=submit]`).click();
      await page.locator(`${DIALOG} [aria-invalid=true]`).first().waitFor();
      await expectNoViolations(page, DIALOG);
      await page.locator(`${DIALOG} [role=combobox]`).press("ArrowDown");
      await page.locator(`${DIALOG} [role=option]`).first().waitFor();
      await expectNoViolations(page, `${DIALOG} [role=listbox]`, ONE_MODE);

      const id = await createPromptByApi(page, { title: "Mine", content, tags: ["write"], shared: true });
      await updatePromptByApi(page, id, { locale: "DE", title: "Meins", content });
      await open(`/${locale}/user/?q=zzqxjw`);
      await page.locator("main h3, main h2").first().waitFor();
      await expectNoViolations(page, "main");
      await open(`/${locale}/user/`);
      await page.locator("main article").waitFor();
      await expectNoViolations(page, "main");
      await page.locator("main article summary").click();
      await expectNoViolations(page, "main article", ONE_MODE);
      await page.keyboard.press("Escape");
      await page.locator("main article [aria-haspopup=dialog]").first().click();
      await page.locator(`${DIALOG} form input`).first().fill("Mine again");
      await updatePromptByApi(page, id, { locale: "EN", title: "Theirs", content });
      await page.locator(`${DIALOG} button[type=submit]`).click();
      await page.locator(`${DIALOG} fieldset`).first().waitFor();
      await expectNoViolations(page, DIALOG);

      for (const favorite of ["1", "2"])
        await queryAs(page, "mutation ($id: ID!) { addFavorite(promptId: $id) { problems { code } } }", {
          id: favorite,
        });
      await open(`/${locale}/user/favorite`);
      await page.locator("main article").nth(1).waitFor();
      await expectNoViolations(page, "main");
      // The open menu covers the page.
      await page.locator("main article summary").first().click();
      await expectNoViolations(page, "details[open]", ONE_MODE);
    });
  });

  it("the moderators' queue and log, and the settings of the member whose prompt they hide", async () => {
    // The queue may have the prompts of another attempt.
    const [first, second] = [`First ${randomUUID()}`, `Second ${randomUUID()}`];
    const { ids, author, moderator } = await reportedPrompts([first, second]);
    await visit(`/${locale}/user/moderation`, withAxe(member(moderator)), async ({ page }) => {
      const reported = page.locator("main article[aria-labelledby]");
      await reported.locator(`a[href$="/${String(ids[0])}"]`).waitFor();
      await reported.filter({ hasText: first }).press("1");
      await page.locator("#log article").first().waitFor();
      await expectNoViolations(page, "main");
      await reported.filter({ hasText: second }).press("o");
      await page.locator(`${DIALOG} form`).waitFor();
      await expectNoViolations(page, DIALOG);
    });
    await visit(`/${locale}${SETTINGS_PATH}`, withAxe(member(author)), async ({ page }) => {
      await page.locator("#decisions li").waitFor();
      // With a report that refuses something.
      const buffer = Buffer.from("act,prompt\nA,B\nC,\n");
      await page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
      await page.locator("#data table").waitFor();
      await expectNoViolations(page, "main");
    });
  });
});
