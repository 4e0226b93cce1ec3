import { readFile } from "node:fs/promises";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createMember, hasFocus, section, SETTINGS, signedInAs } from "./account";
import { visit } from "./visit";

const data = (page: Page, name = "Your data") => section(page, name);
const chosen = (name: string, content: string | Uint8Array) => ({ name, mimeType: "", buffer: Buffer.from(content) });
const choose = (page: Page, file: ReturnType<typeof chosen>) => page.locator("input[type=file]").setInputFiles(file);

const LIST = JSON.stringify([
  { title: "Rhymes", description: "Rhyme {{word}}", remark: "For poets", share: true },
  { title: "Reasons", description: "Give reasons" },
]);

describe("the member's data", () => {
  it("is refused with a reason, imported from a file by keyboard, and exported as the same again, but not without a network", async () => {
    const username = await createMember();
    const options = { expectedComplaints: [/ERR_INTERNET_DISCONNECTED/, /status of 40[04]/] };
    await visit(SETTINGS, signedInAs(username, options), async ({ page, context }) => {
      const button = data(page).getByRole("button", { name: "Choose a file" });
      const exportButton = data(page).getByRole("button", { name: "Export as JSON" });
      await exportButton.click();
      await page.getByText("Nothing to export").first().waitFor();
      const alert = data(page).getByRole("alert");
      await choose(page, chosen("a.json", "[\n{}\n,"));
      await alert.getByText("The file could not be understood from line 3 on. Nothing was imported.").waitFor();
      await choose(page, chosen("a.csv", new Uint8Array([0x61, 0xff, 0x01])));
      await alert.getByText("The encoding of the file could not be recognized.").waitFor();
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
      await exportButton.click();
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
      await context.setOffline(true);
      await exportButton.click();
      await page.getByText("Export failed. Check your connection and try again.").first().waitFor();
      await context.setOffline(false);
    });
  });

  it("names the lines that were refused, in Arabic and on a phone", async () => {
    const csv = `act,prompt\r\nشاعر,اكتب\r\nبلا نص,\r\n"${"x".repeat(121)}",طويل\r\n`;
    const options = { viewport: { width: 390, height: 800 } };
    await visit("/ar/user/?view=settings", signedInAs(await createMember(), options), async ({ page }) => {
      const part = data(page, "بياناتك");
      await part.waitFor();
      await choose(page, chosen("prompts.csv", csv));
      await part.getByText("أُضيف أمر واحد (1)").waitFor();
      await part.getByText("رُفض مدخلان (2)").waitFor();
      const rows = part.getByRole("table").getByRole("row");
      expect(await rows.allInnerTexts()).toEqual([
        "السطر\tالمدخل\tالحقل\tالسبب",
        expect.stringMatching(/^3\t2\t/),
        expect.stringMatching(/^4\t3\t.*120/),
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  it("is imported from a zip of Markdown files, and exported as one, and as CSV", async () => {
    await visit(SETTINGS, signedInAs(await createMember()), async ({ page }) => {
      const coach = "---\ntitle: Coach\ntags: [life]\ndescription: Before a race\n---\n\nBe my coach for {{sport}}.\n";
      const zip = zipSync({
        "prompts/coach.md": strToU8(coach),
        "prompts/poet.md": strToU8("# Poet\n\nWrite a poem."),
        "prompts/broken.md": strToU8("---\ntitle: [\n---\nText"),
        "prompts/picture.png": new Uint8Array(10),
      });
      await choose(page, chosen("prompts.zip", zip));
      const report = data(page).getByRole("group", { name: "Import" });
      await report.getByText("2 prompts added").waitFor();
      expect(await report.getByRole("table").getByRole("row").last().innerText()).toMatch(
        /^prompts\/broken\.md\t3\t3\t/,
      );

      const saved = async (name: string) => {
        const download = page.waitForEvent("download");
        await data(page)
          .getByRole("button", { name: `Export as ${name}` })
          .click();
        const file = await download;
        return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
      };
      const markdown = await saved("Markdown");
      expect(markdown.name).toMatch(/^polyprompt-\d{4}-\d\d-\d\d\.zip$/);
      const files = Object.entries(unzipSync(markdown.bytes)).map(([name, bytes]) => [name, strFromU8(bytes)]);
      expect(files).toEqual([
        [
          expect.stringMatching(/^\d+-coach\.en\.md$/),
          expect.stringMatching(/\nremark: Before a race\n[^]*Be my coach for \{\{sport\}\}\.\n$/),
        ],
        [expect.stringMatching(/^\d+-poet\.en\.md$/), expect.stringMatching(/\n# Poet\n\nWrite a poem\.\n$/)],
      ]);
      const csv = await saved("CSV");
      expect(csv.name).toMatch(/\.csv$/);
      expect(csv.bytes.toString()).toContain("Be my coach for {{sport}}.");
      for (const { name, bytes } of [markdown, csv]) {
        await choose(page, chosen(name, bytes));
        await report.getByText("2 prompts were there already").waitFor();
        // So that the next report is another one.
        await page.reload();
      }
    });
  });

  it("is a CSV with ${name}, which becomes a blank, or stays if the member wants that", async () => {
    await visit(SETTINGS, signedInAs(await createMember()), async ({ page }) => {
      const csv = "act,prompt\nPoet,Write a poem about ${topic:the sea}.\n";
      await choose(page, chosen("prompts.csv", csv));
      const report = data(page).getByRole("group", { name: "Import" });
      await report.getByText("Blanks of another site were converted in 1 prompt. To keep them as they were").waitFor();
      await data(page).getByRole("checkbox").uncheck();
      await choose(page, chosen("again.csv", csv));
      await report.getByText("1 prompt added").waitFor();
      await report.getByText("were converted").waitFor({ state: "detached" });
      const download = page.waitForEvent("download");
      await data(page).getByRole("button", { name: "Export as JSON" }).click();
      const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
        prompts: { texts: { content: string }[] }[];
      };
      expect(file.prompts.map(({ texts: [text] }) => text?.content)).toEqual([
        "Write a poem about {{topic:the sea}}.",
        "Write a poem about ${topic:the sea}.",
      ]);
    });
  });

  it("is dropped onto the page, and can be sent again when the connection was lost", async () => {
    const expectedComplaints = [/\/api\/import\S* (net::)?ERR_|Failed to load resource: net::ERR_/];
    await visit(SETTINGS, signedInAs(await createMember(), { expectedComplaints }), async ({ page }) => {
      const part = data(page);
      await part.waitFor();
      let lose = () => {};
      const lost = new Promise<void>((resolve) => (lose = resolve));
      await page.route(
        "**/api/import?*",
        async (route) => {
          await lost;
          await route.abort("connectionreset");
        },
        { times: 1 },
      );
      const transfer = await page.evaluateHandle((text) => {
        const held = new DataTransfer();
        held.items.add(new File([text], "many.json", { type: "application/json" }));
        return held;
      }, LIST);
      await part.getByRole("heading", { name: "Import" }).dispatchEvent("drop", { dataTransfer: transfer });
      await part.getByRole("progressbar").waitFor();
      lose();
      await part.getByRole("alert").getByRole("button", { name: "Try again" }).click();
      await part.getByText("2 prompts added").waitFor();
      expect(await part.getByRole("progressbar").count()).toBe(0);
    });
  });
});
