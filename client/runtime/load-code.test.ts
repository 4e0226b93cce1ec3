import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearReloadMark, loadOnDemand } from "./load-code";

const assign = vi.fn();

beforeEach(() => {
  vi.stubEnv("SSR", false);
  vi.stubEnv("DEV", false);
  vi.stubGlobal("location", { href: "https://prompts.example/en/", assign });
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
