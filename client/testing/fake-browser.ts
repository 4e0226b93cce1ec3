import { vi } from "vitest";

/** What pages of one browser share, and what each has of its own. No page is in two tabs at once. */
export class FakeBrowser {
  /** What local storage keeps. */
  readonly kept = new Map<string, string>();
  /** Whether local storage refuses everything, or only to keep more. */
  refuses: "all" | "more" | null = null;
  private readonly windows: EventTarget[] = [];
  private current = new EventTarget();

  constructor() {
    vi.stubEnv("SSR", false);
    vi.stubGlobal("localStorage", this.storage());
    vi.stubGlobal("navigator", {}); // Without locks, as on a plain http address.
    this.openTab();
  }

  /** Everything until the next change of tab happens in this one. */
  openTab(): { goTo(): void; comeBack(): void } {
    const window = new EventTarget();
    const attributes = new Set<string>();
    const documentElement = {
      hasAttribute: (name: string) => attributes.has(name),
      toggleAttribute: (name: string, force: boolean) => (force ? attributes.add(name) : attributes.delete(name)),
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
      /** From the back/forward cache. Until now the page has heard of nothing. */
      comeBack: () => {
        goTo();
        window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
      },
    };
  }

  /** The page of this tab is left, and hears of nothing any more. */
  leave(): void {
    this.windows.splice(this.windows.indexOf(this.current), 1);
  }

  private tell(key: string | null, newValue: string | null): void {
    const { current } = this;
    for (const window of this.windows) {
      if (window !== current) window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
    }
  }

  private storage(): Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem" | "clear"> {
    const { kept } = this;
    const guard = (more = false) => {
      if (this.refuses === "all") throw new DOMException("denied", "SecurityError");
      if (this.refuses === "more" && more) throw new DOMException("full", "QuotaExceededError");
    };
    const change = (key: string, value: string | null) => {
      if ((kept.get(key) ?? null) === value) return;
      if (value === null) kept.delete(key);
      else kept.set(key, value);
      this.tell(key, value);
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
        this.tell(null, null);
      },
    };
  }
}
