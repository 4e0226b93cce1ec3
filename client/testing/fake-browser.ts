import { vi } from "vitest";

/** A fake of the browser APIs that pages share or have for themselves. One page a tab. */
export class FakeBrowser {
  /** The content of local storage. */
  readonly kept = new Map<string, string>();
  /** Whether local storage denies all access, or only more data (quota). */
  refuses: "all" | "more" | null = null;
  private readonly windows: EventTarget[] = [];
  private current = new EventTarget();

  constructor() {
    vi.stubEnv("SSR", false);
    vi.stubGlobal("localStorage", this.storage());
    vi.stubGlobal("navigator", {}); // Without Web Locks, as in an insecure context.
    this.openTab();
  }

  /** Opens a tab and makes it the current one. */
  openTab(): { goTo(): void; comeBack(): void } {
    const window = new EventTarget();
    const attributes = new Map<string, string>();
    const documentElement = {
      getAttribute: (name: string) => attributes.get(name) ?? null,
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      removeAttribute: (name: string) => attributes.delete(name),
    };
    this.windows.push(window);
    const goTo = () => {
      this.current = window;
      vi.stubGlobal("window", window);
      vi.stubGlobal("document", { documentElement });
    };
    goTo();
    return {
      goTo,
      /** Restores the page from the back/forward cache, where it received no events. */
      comeBack: () => {
        goTo();
        window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
      },
    };
  }

  /** Moves the current page into the back/forward cache: it receives no more events. */
  leave(): void {
    this.windows.splice(this.windows.indexOf(this.current), 1);
  }

  private dispatchStorageEvent(key: string | null, oldValue: string | null, newValue: string | null): void {
    const { current } = this;
    for (const window of this.windows) {
      if (window !== current) window.dispatchEvent(Object.assign(new Event("storage"), { key, oldValue, newValue }));
    }
  }

  private storage(): Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem" | "clear"> {
    const { kept } = this;
    const guard = (more = false) => {
      if (this.refuses === "all") throw new DOMException("denied", "SecurityError");
      if (this.refuses === "more" && more) throw new DOMException("full", "QuotaExceededError");
    };
    const change = (key: string, value: string | null) => {
      const before = kept.get(key) ?? null;
      if (before === value) return;
      if (value === null) kept.delete(key);
      else kept.set(key, value);
      this.dispatchStorageEvent(key, before, value);
    };
    return {
      get length() {
        guard();
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => {
        guard();
        return kept.get(key) ?? null;
      },
      setItem: (key, value) => {
        guard(value.length > (kept.get(key)?.length ?? 0));
        change(key, value);
      },
      removeItem: (key) => {
        guard();
        change(key, null);
      },
      clear: () => {
        kept.clear();
        this.dispatchStorageEvent(null, null, null);
      },
    };
  }
}
