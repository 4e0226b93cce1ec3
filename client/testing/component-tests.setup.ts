import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { FakeEventSource } from "./fake-event-source";

// The modules of the client ask once, when they are imported, whether they are on the server.
vi.stubEnv("SSR", false);

configure({
  // It finds what hangs, as the other time limits in `vite.config.ts`.
  asyncUtilTimeout: 30_000,
  // A query that waits fails after each change of the page. Printing the page each time is slow: it is printed when the message is read.
  getElementError: function failure(message, container) {
    const error = new Error();
    error.name = "TestingLibraryElementError";
    // Reports show the line of the test, not this one.
    Error.captureStackTrace(error, failure);
    let words: string | undefined;
    const get = () => (words ??= [message, prettyDOM(container)].filter(Boolean).join("\n\n"));
    return Object.defineProperty(error, "message", { get, configurable: true });
  },
});

// As in an insecure context: happy-dom has the property alone, without locks.
Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, "locks");

// happy-dom has none.
beforeEach(() => {
  FakeEventSource.all = [];
  vi.stubGlobal("EventSource", FakeEventSource);
});

// Here, because files share their modules: only this one runs for each of them.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
