import { describe, expect, it } from "vitest";
import { Page } from "./page";

const SOURCE = "client/routes/home.tsx";

describe("the code of a page", () => {
  it("is loaded again after a failure", async () => {
    let tries = 0;
    const importModule = async () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return { default: () => null };
    };
    const page = new Page(SOURCE, importModule);
    await expect(page.load()).rejects.toThrow("offline");
    expect(page.loaded).toBeUndefined();
    await page.load();
    expect(page.loaded?.default).toBeTypeOf("function");
    expect(tries).toBe(2);
  });

  it("is loaded once for any number of calls", async () => {
    let tries = 0;
    const importModule = async () => {
      tries += 1;
      return { default: () => null };
    };
    const page = new Page(SOURCE, importModule);
    await Promise.all([page.load(), page.load()]);
    await page.load();
    expect(tries).toBe(1);
  });

  it("throws if the module has no default export", async () => {
    const page = new Page(SOURCE, async () => ({ home: () => null }));
    await expect(page.load()).rejects.toThrow("The page component of client/routes/home.tsx has no default export.");
  });
});
