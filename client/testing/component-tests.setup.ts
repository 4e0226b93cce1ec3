import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// The modules of the client ask once, when they are imported, whether they are on the server.
vi.stubEnv("SSR", false);

/** It finds what hangs, as the other time limits in `vite.config.ts`. */
configure({ asyncUtilTimeout: 30_000 });

// As in an insecure context: happy-dom has the property alone, without locks.
Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, "locks");

// Here, because files share their modules: only this one runs for each of them.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
