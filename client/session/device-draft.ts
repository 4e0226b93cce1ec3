import type { PrivateName, PrivateStorage } from "./private-storage";

interface Kept<T> {
  value: T;
  /** In milliseconds since 1970. */
  savedAt: number;
}

/**
 * Something that is typed and not sent, kept on this device for the account. The newest version wins: a form that shows an older one is
 * told (`onChange`) and offers the newer one beside it.
 */
export class DeviceDraft<T> {
  private last: { json: string | null; kept: Kept<T> | null } = { json: null, kept: null };
  private isWriting = false;

  /** @param parse is given what `write` was given, or what an earlier release or somebody else has stored; null for what is no draft */
  constructor(
    private readonly storage: PrivateStorage,
    private readonly name: PrivateName,
    private readonly parse: (data: unknown) => T | null,
  ) {}

  /** The same object as long as nothing has changed. */
  read(): T | null {
    return this.kept()?.value ?? null;
  }

  /** When the draft was kept; null without one. */
  get savedAt(): number | null {
    return this.kept()?.savedAt ?? null;
  }

  /** @param value null if there is nothing to keep */
  write(value: T | null): void {
    this.isWriting = true;
    this.storage.write(this.name, value === null ? null : JSON.stringify({ value, savedAt: Date.now() }));
    this.isWriting = false;
  }

  /** Whether the browser has stored it. */
  get outlastsPage(): boolean {
    return this.storage.outlastsPage(this.name);
  }

  /** Calls the listener when somebody else has changed the draft: another form, here or in another tab. @returns what ends that */
  onChange(listener: () => void): () => void {
    let before = this.storage.read(this.name);
    return this.storage.subscribe(() => {
      const now = this.storage.read(this.name);
      if (now === before) return;
      before = now;
      if (!this.isWriting) listener();
    });
  }

  private kept(): Kept<T> | null {
    const json = this.storage.read(this.name);
    if (json !== this.last.json) this.last = { json, kept: json === null ? null : this.parsed(json) };
    return this.last.kept;
  }

  private parsed(json: string): Kept<T> | null {
    const data = jsonOf(json);
    const isKept = typeof data === "object" && data !== null && "value" in data && "savedAt" in data;
    const value = this.parse(isKept ? data.value : data);
    if (value === null) return null;
    const savedAt = typeof data === "object" && data !== null && "savedAt" in data ? data.savedAt : 0;
    return { value, savedAt: typeof savedAt === "number" ? savedAt : 0 };
  }
}

/** Earlier releases kept some texts as they are. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
