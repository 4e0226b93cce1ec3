import { expect, inject, it } from "vitest";
import { SETTINGS } from "./account";
import { visit } from "./visit";

it("without JavaScript a page of the account says that it needs JavaScript, and is neither indexed nor cached", async () => {
  await visit("/en/", { javaScriptEnabled: false }, async ({ page, open }) => {
    for (const path of [
      "/en/user/auth",
      "/en/user/link#code",
      "/en/user/confirm#code",
      "/en/user/change-email#code",
      "/en/user/stop-email-change#code",
      "/en/reset-password",
      "/en/user/",
      SETTINGS,
    ]) {
      const response = await fetch(inject("site") + path);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("x-robots-tag"), path).toMatch(/^noindex/);
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
