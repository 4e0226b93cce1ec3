import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { createMember, onAnotherDevice } from "./account";
import { promptText } from "./library";
import { createPromptByApi, updatePromptByApi } from "./own-prompts";
import { uniqueAddress, visit } from "./visit";

/** Where the page says that its picture and its oEmbed response are, and how the picture is to be shown. */
async function previewOf(page: Page) {
  const meta = (name: string) =>
    page
      .locator(`meta[property='${name}'], meta[name='${name}']`)
      .evaluateAll((all) => all.map((one) => one.getAttribute("content")));
  return {
    pictures: await meta("og:image"),
    alt: await meta("og:image:alt"),
    card: await meta("twitter:card"),
    oembed: await page
      .locator("link[type='application/json+oembed']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "")),
  };
}

const ask = (url: string) => fetch(url, { headers: { "x-forwarded-for": uniqueAddress() } });

it.each(["en", "ar"] as const)("a link to a prompt has a picture and a title of its own, in %s", async (locale) => {
  const site = inject("site");
  const address = `/${locale}/prompt/12`;
  const { title } = promptText(locale, 12);
  await visit(address, { expectedComplaints: [/Content Security Policy/] }, async ({ page }) => {
    const { pictures, alt, card, oembed } = await previewOf(page);
    expect(pictures).toEqual([expect.stringMatching(new RegExp(`^${site}${address}\\.jpg\\?v=\\d+$`))]);
    expect([alt, card]).toEqual([[title], ["summary_large_image"]]);
    expect(await (await ask(oembed[0] ?? "")).json()).toMatchObject({
      type: "link",
      title,
      thumbnail_url: `${site}${address}.jpg`,
    });
    await page.goto(pictures[0] ?? "");
    expect(
      await page.evaluate(() => [...document.images].map((image) => [image.naturalWidth, image.naturalHeight])),
    ).toEqual([[1200, 630]]);
  });
});

it("a member's prompt has a picture while it is shared, in the language that it is written in", async () => {
  const username = await createMember();
  let path = "";
  let picture = "";
  await onAnotherDevice(username, async (device) => {
    const id = await createPromptByApi(device, { title: "Plan a trip", content: "To {{place}}.", shared: true });
    path = `/fr/prompt/${id}`;
    await visit(path, {}, async ({ page }) => {
      const { pictures, oembed } = await previewOf(page);
      [picture = ""] = pictures.map(String);
      expect(picture).toMatch(new RegExp(`/en/prompt/${id}\\.jpg\\?v=`));
      expect((await ask(picture)).headers.get("content-type")).toBe("image/jpeg");
      expect(await (await ask(oembed[0] ?? "")).json()).toMatchObject({ title: "Plan a trip", author_name: username });
    });
    await updatePromptByApi(device, id, { shared: false });
  });
  expect((await ask(picture)).status).toBe(404);
});
