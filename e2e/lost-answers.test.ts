import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createMember, logIn, openRow, PASSWORD, section, SETTINGS, signedInAs, uniqueUsername } from "./account";
import { asNewMember } from "./known-member";
import { createPromptByApi, queryAs } from "./own-prompts";
import { visit, waitForFocusIn } from "./visit";

const LOST = {
  expectedComplaints: [
    /ERR_CONNECTION_FAILED|ERR_FAILED/,
    /status of 401/,
    /\/auth\/refresh net::ERR_ABORTED$/,
    // Nobody but its author sees the document of a private prompt.
    /status of 404/,
  ],
};
const NEW_PASSWORD = "another horse 8";

/**
 * The server carries the next request of that name out, and its answer is lost with its cookies.
 * @param reaches whether it does reach the server
 */
async function loseAnswer(page: Page, operation: string, reaches = true): Promise<void> {
  let isLost = false;
  await page.route("**/graphql", async (route) => {
    const request = route.request();
    if (isLost || !request.postData()?.includes(`"${operation}"`)) return route.fallback();
    isLost = true;
    if (reaches) {
      const { host: _, connection: __, "content-length": ___, ...headers } = await request.allHeaders();
      const answer = await fetch(request.url(), { method: "POST", headers, body: request.postData() ?? "" });
      expect(answer.status).toBe(200);
    }
    return route.abort("connectionfailed");
  });
}

/** Nothing reaches the server until it is called. */
async function cutOff(page: Page, operation: string): Promise<() => Promise<void>> {
  const address = "**/graphql";
  const cut = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.request().postData()?.includes(`"${operation}"`) ? route.abort("connectionfailed") : route.fallback();
  await page.route(address, cut);
  return () => page.unroute(address, cut);
}

const editor = (page: Page) => page.getByRole("dialog", { name: "Add a prompt" });
const title = (page: Page) => editor(page).getByRole("textbox", { name: "Title", exact: true });
const text = (page: Page) => editor(page).getByRole("textbox", { name: "Text", exact: true });
const save = (page: Page) => editor(page).getByRole("button", { name: /^Save/ });
const bar = (page: Page) => page.getByRole("region", { name: "Your prompt" });
const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Log in" });
const saveAgain = "Check your connection and save again: nothing is saved twice.";

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
  await waitForFocusIn(editor(page));
  await title(page).fill(words);
  await text(page).fill(`The text of ${words}`);
}

async function titles(page: Page): Promise<string[]> {
  const { viewer } = await queryAs<{ viewer: { prompts: { nodes: { text: { title: string } }[] } } }>(
    page,
    "{ viewer { prompts(locale: EN) { nodes { text(locale: EN) { title } } } } }",
    {},
  );
  return viewer.prompts.nodes.map((prompt) => prompt.text.title);
}

describe("a new prompt whose answer is lost", () => {
  it("is one prompt when it is saved again, also shared, and with other words it is changed", async () => {
    await visit("/en/user/", signedInAs(await createMember(), LOST), async ({ page }) => {
      await write(page, "Once");
      await editor(page).getByRole("switch", { name: "Share with everyone" }).check({ force: true });
      await loseAnswer(page, "CreatePrompt");
      await save(page).click();
      await editor(page).getByText(saveAgain).waitFor();
      expect(await titles(page)).toEqual(["Once"]);
      await save(page).click();
      await page.getByRole("link", { name: "Open the prompt" }).waitFor();
      expect(await titles(page)).toEqual(["Once"]);

      await write(page, "Twice");
      await loseAnswer(page, "CreatePrompt");
      await save(page).click();
      await editor(page).getByText(saveAgain).waitFor();
      await title(page).fill("Twice, changed");
      await save(page).click();
      await page.getByRole("link", { name: "Twice, changed" }).waitFor();
      await expect.poll(() => titles(page)).toEqual(["Twice, changed", "Once"]);
      await page.getByText("2 prompts", { exact: true }).waitFor();
    });
  });

  it("and whose page is loaded anew is changed by the draft that stayed, which goes then", async () => {
    await visit("/en/user/", signedInAs(await createMember(), LOST), async ({ page, open }) => {
      await write(page, "Half");
      await loseAnswer(page, "CreatePrompt");
      await save(page).click();
      await editor(page).getByText(saveAgain).waitFor();
      await open("/en/user/");
      await page.getByRole("link", { name: "Half" }).waitFor();
      await page.getByRole("button", { name: "Go on writing" }).click();
      await title(page).fill("Whole");
      await save(page).click();
      await page.getByRole("link", { name: "Whole" }).waitFor();
      await expect.poll(() => titles(page)).toEqual(["Whole"]);
      await expect.poll(() => page.getByRole("button", { name: "Go on writing" }).count()).toBe(0);
      await page.getByText("1 prompt", { exact: true }).waitFor();
    });
  });

  it("and whose words are discarded then is in the list: it was made", async () => {
    await visit("/en/user/", signedInAs(await createMember(), LOST), async ({ page }) => {
      await page.getByText("No prompts of your own yet").waitFor();
      await write(page, "Made");
      await editor(page).getByRole("switch", { name: "Share with everyone" }).check({ force: true });
      await loseAnswer(page, "CreatePrompt");
      await save(page).click();
      await editor(page).getByText(saveAgain).waitFor();
      await editor(page).getByRole("button", { name: "Discard" }).click();
      await editor(page).getByRole("button", { name: "Discard" }).click();
      await page.getByRole("link", { name: "Made" }).waitFor();
    });
  });

  it("and that was changed elsewhere since shows both versions", async () => {
    await visit("/en/user/", signedInAs(await createMember(), LOST), async ({ page }) => {
      await write(page, "Mine");
      await loseAnswer(page, "CreatePrompt");
      await save(page).click();
      await editor(page).getByText(saveAgain).waitFor();
      const { viewer } = await queryAs<{ viewer: { prompts: { nodes: { id: string }[] } } }>(
        page,
        "{ viewer { prompts(locale: EN) { nodes { id } } } }",
        {},
      );
      await queryAs(
        page,
        `mutation ($id: ID!) { updatePrompt(id: $id, input: { title: "Theirs" }) { problems { code } } }`,
        { id: viewer.prompts.nodes[0]?.id },
      );
      await save(page).click();
      const conflict = editor(page).getByRole("region", { name: "There is a newer version, so nothing was saved" });
      await conflict.getByText("Theirs").waitFor();
      expect(await titles(page)).toEqual(["Theirs"]);
    });
  });
});

describe("sharing whose answer is lost", () => {
  it("shows what is true, and says that it is not known until it can be asked", async () => {
    const { options } = await asNewMember(LOST);
    await visit("/en/", options, async ({ page, open }) => {
      const id = await createPromptByApi(page, { title: "Private", content: `Private words ${uniqueUsername()}` });
      await open(`/en/prompt/${id}`);
      const share = page.getByRole("button", { name: "Share with everyone", exact: true });
      await share.waitFor();
      await loseAnswer(page, "SharePrompt");
      await share.click();
      await page.getByText("The prompt is shared with everyone.").first().waitFor();
      await bar(page).getByText("It is shared with everyone.").waitFor();

      // Stopping it does not arrive, and nobody can be asked.
      await loseAnswer(page, "SharePrompt", false);
      const mend = await cutOff(page, "Sharing");
      await bar(page).getByRole("button", { name: "Stop sharing" }).click();
      await page.getByText("No answer came, so it is not known who can see the prompt now.").first().waitFor();
      await bar(page).getByText("It is not known whether others can see it.").waitFor();
      await bar(page).getByRole("button", { name: "Stop sharing" }).waitFor();
      await mend();
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await page.getByText("The prompt is still shared. Check your connection and try again.").first().waitFor();
      await bar(page).getByText("It is shared with everyone.").waitFor();
    });
  });
});

describe("in the settings, an answer that is lost", () => {
  it("of a new password: the new one is tried", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username, LOST), async ({ page }) => {
      await section(page, "Account").waitFor();
      const row = await openRow(page, "Password");
      await row.getByLabel("Current password").fill(PASSWORD);
      await row.getByLabel("New password").fill(NEW_PASSWORD);
      await row.getByLabel("Repeat the password").fill(NEW_PASSWORD);
      await loseAnswer(page, "ChangePassword");
      const change = row.getByRole("button", { name: "Change password" });
      await change.click();
      await row.getByRole("alert").getByText("Try to log in with the new password.").waitFor();
      expect(await row.getByText("could not be changed").count()).toBe(0);
      await change.click();
      await signInDialog(page).waitFor();
      await logIn(page, username, NEW_PASSWORD);
      await signInDialog(page).waitFor({ state: "detached" });
    });
  });

  it("of the account's deletion: the page forgets the member; one that did not arrive was none", async () => {
    await visit("/en/prompt/1", signedInAs(await createMember(), LOST), async ({ page, open }) => {
      await page.locator("#comments button[data-needs-script]").first().click();
      await page.locator("#comments").getByRole("textbox", { name: "Your comment" }).fill("Private words");
      const kept = () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("polyprompt.private")));
      await expect.poll(kept).not.toEqual([]);
      await open(SETTINGS);
      await section(page, "Delete account").getByRole("button").click();
      await section(page, "Delete account").getByLabel("Password", { exact: true }).fill(PASSWORD);
      const remove = page.getByRole("button", { name: "Delete my account for good" });
      await loseAnswer(page, "DeleteAccount", false);
      await remove.click();
      await page.getByText("This could not be deleted. Check your connection and try again.").waitFor();
      await loseAnswer(page, "DeleteAccount");
      await remove.click();
      await page.getByText("Your account is deleted.").first().waitFor();
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      expect(await kept()).toEqual([]);
    });
  });
});
