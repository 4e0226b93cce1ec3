import { readStored, writeStored } from "../ui/stored";

/** What this browser knows of being signed in. It holds no token: those are in cookies that no script reads. */
const SIGNED_IN_KEY = "polyprompt.signed-in";

/**
 * Runs before the first paint, so that a member is never shown a visitor's frame. Sites below one host tell themselves apart by
 * their base paths. A browser that refuses storage keeps no mark to show. The server allows exactly this text by its hash.
 */
export const SIGNED_IN_SCRIPT =
  `(function(e){try{if(localStorage.getItem("${SIGNED_IN_KEY}"+(e.dataset.basePath||"")))` +
  `e.setAttribute("data-signed-in","")}catch(_){}})(document.documentElement)`;

/** Whether somebody is signed in, in all tabs alike. The server knows of nobody: it renders pages for everyone. */
export class Session {
  private readonly key: string;
  private readonly listeners = new Set<() => void>();
  private refreshing: Promise<void> | undefined;
  private begun: string | null = null;

  constructor(private readonly basePath: string) {
    this.key = SIGNED_IN_KEY + basePath;
    if (import.meta.env.SSR) return;
    this.begun = readStored(this.key);
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key !== this.key && key !== null) return;
      this.change(key === null ? null : newValue);
    });
  }

  get signedIn(): boolean {
    return this.begun !== null;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server has signed somebody in: perhaps somebody else than before. */
  begin(): void {
    if (this.signedIn) this.end();
    this.recall();
  }

  /** The server knows somebody whom this browser had forgotten. */
  recall(): void {
    if (!this.signedIn) this.keep(String(Date.now()));
  }

  end(): void {
    if (this.signedIn) this.keep(null);
  }

  /**
   * Gets new cookies, once for all requests and tabs that wait for them. When the server knows of no session, the browser is a
   * visitor's from then on.
   * @throws where the server could not be asked: nobody is signed out by that
   */
  refresh(): Promise<void> {
    this.refreshing ??= this.askServer().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async askServer(): Promise<void> {
    // Most pages need it never.
    const { askForCookies } = await import("./refresh");
    const answer = await askForCookies(this.basePath, this.key);
    if (answer === "refused") this.end();
    else if (answer === "renewed") this.change(readStored(this.key) ?? answer);
  }

  private keep(begun: string | null): void {
    writeStored(this.key, begun);
    this.change(begun);
  }

  private change(begun: string | null): void {
    const was = this.signedIn;
    this.begun = begun;
    document.documentElement.toggleAttribute("data-signed-in", this.signedIn);
    if (was !== this.signedIn) for (const listener of this.listeners) listener();
  }
}
