import { describe, expect, it } from "vitest";
import { Page } from "./page";

describe("the code of a page", () => {
  it("is loaded again after a load that failed", async () => {
    let tries = 0;
    const page = new Page("client/routes/home.tsx", async () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return { default: () => null };
    });
    await expect(page.load()).rejects.toThrow("offline");
    expect(page.loaded).toBeUndefined();
    await page.load();
    expect(page.loaded?.default).toBeTypeOf("function");
  });

  it("is loaded once, however often it is asked for", async () => {
    let tries = 0;
    const page = new Page("client/routes/home.tsx", async () => {
      tries += 1;
      return { default: () => null };
    });
    await Promise.all([page.load(), page.load()]);
    await page.load();
    expect(tries).toBe(1);
  });

  it("says so when the module has no default export", async () => {
    const page = new Page("client/routes/home.tsx", async () => ({ home: () => null }));
    await expect(page.load()).rejects.toThrow("The page component of client/routes/home.tsx has no default export.");
  });
});
