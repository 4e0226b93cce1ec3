import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { createMember, signedInAs } from "./account";
import { queryAs } from "./own-prompts";
import { visit, waitForFocusIn } from "./visit";

/** The server carries the next new prompt out, and its answer is lost with its cookies. */
async function loseAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**/graphql", async (route) => {
    const request = route.request();
    if (isLost || !request.postData()?.includes('"CreatePrompt"')) return route.fallback();
    isLost = true;
    const { host: _, connection: __, "content-length": ___, ...headers } = await request.allHeaders();
    const answer = await fetch(request.url(), { method: "POST", headers, body: request.postData() ?? "" });
    expect(answer.status).toBe(200);
    return route.abort("connectionfailed");
  });
}

const editor = (page: Page) => page.getByRole("dialog", { name: "Add a prompt" });
const title = (page: Page) => editor(page).getByRole("textbox", { name: "Title", exact: true });
const save = (page: Page) => editor(page).getByRole("button", { name: /^Save/ });

async function titles(page: Page): Promise<string[]> {
  const { viewer } = await queryAs<{ viewer: { prompts: { nodes: { text: { title: string } }[] } } }>(
    page,
    "{ viewer { prompts(locale: EN) { nodes { text(locale: EN) { title } } } } }",
    {},
  );
  return viewer.prompts.nodes.map((prompt) => prompt.text.title);
}

it("a new prompt whose answer is lost, and whose page is loaded anew, is changed by the draft that stayed, which goes then", async () => {
  const options = { expectedComplaints: [/ERR_CONNECTION_FAILED|ERR_FAILED/] };
  await visit("/en/user/", signedInAs(await createMember(), options), async ({ page, open }) => {
    await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
    await waitForFocusIn(editor(page));
    await title(page).fill("Half");
    await editor(page).getByRole("textbox", { name: "Text", exact: true }).fill("The text of it");
    await loseAnswer(page);
    await save(page).click();
    await editor(page).getByText("Check your connection and save again: nothing is saved twice.").waitFor();
    expect(await titles(page)).toEqual(["Half"]);
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
