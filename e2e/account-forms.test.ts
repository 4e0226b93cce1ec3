import { expect, inject, it } from "vitest";
import { SETTINGS } from "./account";
import { visit } from "./visit";

const PATHS = [
  "/en/user/auth",
  "/en/user/link",
  "/en/user/confirm",
  "/en/user/change-email",
  "/en/user/stop-email-change",
  `/en/user/connect?challenge=${"c".repeat(43)}`,
  "/en/reset-password",
  "/en/user/",
  SETTINGS,
];

it("a page of the account is neither indexed nor cached", async () => {
  for (const path of PATHS) {
    const { headers } = await fetch(inject("site") + path);
    expect(headers.get("cache-control"), path).toBe("no-store");
    expect(headers.get("x-robots-tag"), path).toMatch(/^noindex/);
  }
});

it("without JavaScript a page of the account says that it needs JavaScript", async () => {
  // What differs is the frame: those of a link in a mail have none of the account.
  await visit("/en/user/confirm#code", { javaScriptEnabled: false }, async ({ page, open }) => {
    for (const path of ["/en/user/confirm#code", "/en/user/auth", SETTINGS]) {
      await open(path);
      await page.getByText("This page needs JavaScript").waitFor();
      // No control that needs JavaScript.
      expect(await page.locator("button:visible, input:visible, select:visible").count(), path).toBe(0);
      expect(await page.getByRole("main").getByRole("link").count(), path).toBe(0);
      const logIn = page.getByRole("banner").getByRole("link", { name: "Log in" });
      expect(await logIn.getAttribute("href"), path).toBe("/en/user/auth");
    }
  });
});
