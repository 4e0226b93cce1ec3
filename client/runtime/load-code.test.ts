import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearReloadMark, loadOnDemand, reloadAfterRelease } from "./load-code";

const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.stubEnv("SSR", false);
  vi.stubEnv("DEV", false);
  vi.clearAllMocks();
  vi.stubGlobal("location", { href: "https://prompts.example/en/", assign, reload });
  vi.stubGlobal("fetch", () => Promise.resolve({ status: 404 }));
  Object.defineProperty(globalThis, "sessionStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, "sessionStorage");
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("where the browser denies storage, clearing the mark does nothing", () => {
  expect(clearReloadMark).not.toThrow();
});

it("where the browser denies storage, code that is gone fails as such, and does not reload the page without end", async () => {
  const gone = new Error("gone");
  await expect(loadOnDemand(() => Promise.reject(gone))).rejects.toBe(gone);
  expect(assign).not.toHaveBeenCalled();
});

it("a page whose address has a fragment is loaded again, and the fragment, which may be a mailed code, is not kept", async () => {
  const marks = new Map<string, string>();
  Object.defineProperty(globalThis, "sessionStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => marks.get(key) ?? null,
      setItem: (key: string, value: string) => marks.set(key, value),
    },
  });
  const href = "https://prompts.example/en/user/auth#secret";
  vi.stubGlobal("location", { href, assign, reload });
  expect(await reloadAfterRelease(href)).toBe(true);
  expect([reload.mock.calls.length, assign.mock.calls.length]).toEqual([1, 0]);
  expect([...marks.values()]).toEqual(["https://prompts.example/en/user/auth"]);
  expect(await reloadAfterRelease(href)).toBe(false);
  expect(await reloadAfterRelease("https://prompts.example/en/docs/api#tokens")).toBe(true);
  expect(assign).toHaveBeenCalledWith("https://prompts.example/en/docs/api#tokens");
});
