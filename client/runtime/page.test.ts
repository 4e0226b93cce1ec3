import { describe, expect, it } from "vitest";
import { Page } from "./page";

const SOURCE = "client/routes/home.tsx";
const nothing = async () => {};

describe("the code of a page", () => {
  it("is loaded again after a load that failed, once the rest is put right", async () => {
    const deeds: string[] = [];
    const importModule = async () => {
      deeds.push("import");
      if (deeds.length === 1) throw new Error("offline");
      return { default: () => null };
    };
    const page = new Page(SOURCE, importModule, async () => void deeds.push("put right"));
    await expect(page.load()).rejects.toThrow("offline");
    expect(page.loaded).toBeUndefined();
    await page.load();
    expect(page.loaded?.default).toBeTypeOf("function");
    expect(deeds).toEqual(["import", "put right", "import"]);
  });

  it("is loaded once, however often it is asked for", async () => {
    let tries = 0;
    const importModule = async () => {
      tries += 1;
      return { default: () => null };
    };
    const page = new Page(SOURCE, importModule, nothing);
    await Promise.all([page.load(), page.load()]);
    await page.load();
    expect(tries).toBe(1);
  });

  it("says so when the module has no default export", async () => {
    const page = new Page(SOURCE, async () => ({ home: () => null }), nothing);
    await expect(page.load()).rejects.toThrow("The page component of client/routes/home.tsx has no default export.");
  });
});
