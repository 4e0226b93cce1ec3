import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { SITE_LINKS } from "../contract/site-links";
import { CATALOGUE, promptText } from "./library";
import { visit } from "./visit";

const NUMBER = CATALOGUE[0]?.id ?? 0;
const share = (page: Page) => page.getByRole("complementary").locator("details").first();
const open = (page: Page) => share(page).locator("summary").click();

it("a prompt's page has links that share its address and title in its language, without a script", async () => {
  await visit(`/en/prompt/${NUMBER}`, { javaScriptEnabled: false }, async ({ page, open: openPage }) => {
    for (const locale of ["en", "ar"] as const) {
      const url = `${inject("site")}/${locale}/prompt/${NUMBER}`;
      const { title } = promptText(locale, NUMBER);
      await openPage(`/${locale}/prompt/${NUMBER}?utm=x`);
      await open(page);
      const links = await share(page)
        .getByRole("link")
        .evaluateAll((all) =>
          all.map((link) => ({
            label: link.textContent,
            href: (link as HTMLAnchorElement).href,
            target: (link as HTMLAnchorElement).target,
            rel: (link as HTMLAnchorElement).rel,
          })),
        );
      const mail = links.pop();
      expect(links.map(({ label }) => label)).toEqual(SITE_LINKS.shareTargets.map(({ label }) => label));
      for (const { href, target, rel } of links) {
        const said = [...new URL(href).searchParams.values()].join(" ");
        expect(said).toContain(url);
        if (!/facebook|linkedin/.test(href)) expect(said).toContain(title);
        expect({ target, rel }).toEqual({ target: "_blank", rel: "noopener noreferrer" });
      }
      const { protocol, searchParams } = new URL(mail?.href ?? "");
      expect([protocol, searchParams.get("subject"), searchParams.get("body")]).toEqual(["mailto:", title, url]);
      expect(await share(page).getByRole("button").count()).toBe(0);
    }
  });
});

const withoutSheet = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));

it("its link can be copied, and the copy is announced; without a share sheet of the device, none is offered", async () => {
  const options = { permissions: ["clipboard-read", "clipboard-write"], prepare: withoutSheet };
  await visit(`/en/prompt/${NUMBER}?from=elsewhere`, options, async ({ page, dataRequests }) => {
    await open(page);
    await share(page).getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("status").getByText("Link copied").waitFor({ state: "attached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${inject("site")}/en/prompt/${NUMBER}`);
    expect(dataRequests).toEqual([]);
    expect(await share(page).getByRole("button", { name: "Share…" }).count()).toBe(0);
  });
});

it.each([
  [390, 800],
  [390, 480],
  [800, 480],
  [1280, 480],
])("its menu is in the window at %i x %i, below a button that is at the top edge", async (width, height) => {
  await visit(`/ar/prompt/${NUMBER}`, { viewport: { width, height } }, async ({ page }) => {
    await share(page).evaluate((menu) => window.scrollBy(0, menu.getBoundingClientRect().top - 70));
    await open(page);
    const box = await share(page).locator("ul").boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    const edges = await share(page)
      .locator("ul bdi")
      .evaluateAll((all) => all.map((label) => Math.round(label.getBoundingClientRect().right)));
    expect(new Set(edges).size).toBeLessThanOrEqual(2);
  });
});
