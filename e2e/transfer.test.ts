import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  createMember,
  endSessionsOf,
  expectMember,
  hasFocus,
  IGNORE_TOKEN_REFRESH,
  logIn,
  section,
  SETTINGS,
  signedInAs,
} from "./account";
import { startCuttingProxy } from "./cutting-proxy";
import { visit } from "./visit";

const data = (page: Page, name = "Your data") => section(page, name);
const chosen = (name: string, content: string) => ({ name, mimeType: "", buffer: Buffer.from(content) });
/** It takes long to hand 20 MB to the browser. */
const choose = (page: Page, file: ReturnType<typeof chosen>) =>
  page.locator("input[type=file]").setInputFiles(file, { timeout: 100_000 });

const LIST = JSON.stringify([
  { title: "Rhymes", description: "Rhyme {{word}}", remark: "For poets", share: true },
  { title: "Reasons", description: "Give reasons" },
]);

/** About 800 kB. */
const manyPrompts = () =>
  JSON.stringify(
    Array.from({ length: 1500 }, (_, index) => ({ title: `P ${String(index)}`, description: "Text ".repeat(100) })),
  );

describe("the member's data", () => {
  it("is imported from a file, by keyboard, and exported as the same again", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username), async ({ page, open }) => {
      const button = data(page).getByRole("button", { name: "Choose a file" });
      await button.waitFor();
      const asked = page.waitForEvent("filechooser");
      await button.press("Enter");
      await (await asked).setFiles(chosen("prompts.json", LIST));
      const report = data(page).getByRole("group", { name: "Import" });
      await report.getByText("2 prompts added").waitFor();
      await expect.poll(() => hasFocus(report)).toBe(true);
      // The lists beside it know.
      await page.getByRole("navigation", { name: "Your account" }).getByText("2", { exact: true }).waitFor();
      await choose(page, chosen("again.json", LIST));
      await report.getByText("2 prompts were there already").waitFor();

      const download = page.waitForEvent("download");
      await data(page).getByRole("button", { name: "Export" }).click();
      const saved = await download;
      await page.getByText("Export done").first().waitFor();
      expect(saved.suggestedFilename()).toMatch(/^polyprompt-\d{4}-\d\d-\d\d\.json$/);
      const file = JSON.parse(await readFile(await saved.path(), "utf8")) as {
        prompts: { shared: boolean; texts: object[] }[];
      };
      expect(file.prompts.map(({ shared, texts }) => ({ shared, texts }))).toEqual([
        {
          shared: false,
          texts: [{ locale: "en", title: "Rhymes", content: "Rhyme {{word}}", remark: "For poets", notes: null }],
        },
        {
          shared: false,
          texts: [{ locale: "en", title: "Reasons", content: "Give reasons", remark: null, notes: null }],
        },
      ]);
      await open("/en/user/");
      await page.getByText("Rhymes").first().waitFor();
    });
  });

  it("of an account with nothing is nothing to export", async () => {
    const options = { expectedComplaints: [/status of 404/] };
    await visit(SETTINGS, signedInAs(await createMember(), options), async ({ page }) => {
      await data(page).getByRole("button", { name: "Export" }).click();
      await page.getByText("Nothing to export").first().waitFor();
    });
  });

  it("is not exported without a network, and the member is told", async () => {
    const options = { expectedComplaints: [/ERR_INTERNET_DISCONNECTED/, /status of 404/] };
    await visit(SETTINGS, signedInAs(await createMember(), options), async ({ page, context }) => {
      const button = data(page).getByRole("button", { name: "Export" });
      await button.click();
      await page.getByText("Nothing to export").first().waitFor();
      await context.setOffline(true);
      await button.click();
      await page.getByText("Export failed. Check your connection and try again.").first().waitFor();
      await context.setOffline(false);
    });
  });

  it.each([
    ["a picture", chosen("a.png", "x"), "Choose a JSON or CSV file."],
    [
      "more than 20 MB",
      chosen("a.json", " ".repeat(21 * 1024 * 1024)),
      "The file is larger than 20 MB. Nothing was imported.",
    ],
    ["no JSON", chosen("a.json", "[\n{}\n,"), "The file could not be understood from line 3 on. Nothing was imported."],
    [
      "another encoding",
      { ...chosen("a.csv", ""), buffer: Buffer.from("\ufeffact,prompt", "utf16le") },
      "The file is not in UTF-8.",
    ],
  ])("%s is refused with a reason", async (_, file, message) => {
    await visit(SETTINGS, signedInAs(await createMember()), async ({ page }) => {
      await data(page).waitFor();
      await choose(page, file);
      await data(page).getByRole("alert").getByText(message).waitFor();
    });
  });

  it("names the lines that were refused, in Arabic and on a phone", async () => {
    const csv = `act,prompt\r\nشاعر,اكتب\r\n,بلا عنوان\r\n"${"x".repeat(121)}",طويل\r\n`;
    const options = { viewport: { width: 390, height: 800 } };
    await visit("/ar/user/?view=settings", signedInAs(await createMember(), options), async ({ page }) => {
      const part = data(page, "بياناتك");
      await part.waitFor();
      await choose(page, chosen("prompts.csv", csv));
      await part.getByText("أُضيف أمر واحد (1)").waitFor();
      await part.getByText("رُفض مدخلان (2)").waitFor();
      const rows = part.getByRole("table").getByRole("row");
      expect(await rows.allInnerTexts()).toEqual([
        "السطر\tالحقل\tالسبب",
        expect.stringMatching(/^3\t/),
        expect.stringMatching(/^4\t.*120/),
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  it("is imported after logging in again, when the session had ended; the file stays chosen", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async ({ page }) => {
      await data(page).waitFor();
      await endSessionsOf(username, page);
      await choose(page, chosen("prompts.json", LIST));
      const dialog = page.getByRole("dialog", { name: "Log in" });
      await dialog.waitFor();
      await logIn(page, username);
      await data(page).getByText("2 prompts added").waitFor();
      await expectMember(page, username);
    });
  });

  it("can be sent again when the connection was lost halfway", async () => {
    // The buffers of both ends take a few megabytes: of a smaller file the page could not know that it has not arrived.
    const proxy = await startCuttingProxy("/api/import", 20_000);
    try {
      const expectedComplaints = [/\/api\/import\S* (net::)?ERR_|Failed to load resource: net::ERR_/];
      const options = { expectedComplaints, proxy: { server: proxy.server } };
      await visit(SETTINGS, signedInAs(await createMember(), options), async ({ page }) => {
        await data(page).waitFor();
        await choose(page, chosen("many.json", manyPrompts().padEnd(9_000_000)));
        const alert = data(page).getByRole("alert");
        await alert.getByText("Nothing was imported. Check your connection and try again.").waitFor();
        expect(proxy.cuts).toBeGreaterThan(0);
        proxy.mend();
        await alert.getByRole("button", { name: "Try again" }).click();
        await data(page).getByText("1,500 prompts added").waitFor();
      });
    } finally {
      await proxy.close();
    }
  });

  it("is dropped onto the page, and its progress is shown", async () => {
    await visit(SETTINGS, signedInAs(await createMember()), async ({ page }) => {
      const part = data(page);
      await part.waitFor();
      const transfer = await page.evaluateHandle((text) => {
        const held = new DataTransfer();
        held.items.add(new File([text], "many.json", { type: "application/json" }));
        return held;
      }, manyPrompts());
      await part.getByRole("heading", { name: "Import" }).dispatchEvent("drop", { dataTransfer: transfer });
      await part.getByRole("progressbar").waitFor();
      await part.getByText("1,500 prompts added").waitFor();
      expect(await part.getByRole("progressbar").count()).toBe(0);
    });
  });
});
