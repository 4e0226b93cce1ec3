import type { PrivateStorage } from "../../session/private-storage";
import type { Typist } from "../../session/typist";

/** What one form has written. */
interface Kept {
  writer: string;
  text: string;
}

/**
 * Keeps what one form has typed for its typist, beside what other forms keep in the same place: two tabs may show it. A form replaces
 * what it has found only while nobody else has changed that, and forgets nothing but its own.
 */
export class CommentDraft {
  private readonly writer = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  /** What this form has found, or has written last. */
  private seen: Kept | null = null;

  constructor(
    private readonly storage: PrivateStorage,
    private readonly typist: Typist,
    private readonly place: string,
  ) {}

  /** The text to go on with: the newest. */
  load(): string | null {
    this.seen = this.all().at(-1) ?? null;
    return this.seen?.text ?? null;
  }

  /** How many other texts are kept in this place. */
  countOthers(): number {
    return this.others().length;
  }

  /** Goes on with the text that has waited longest. The one before is kept. */
  next(): string | null {
    const [first, ...others] = this.others();
    if (!first) return null;
    const before = this.seen && { ...this.seen, writer: "" };
    this.seen = first;
    this.write([...others, ...(before && before.text !== "" ? [before] : []), first]);
    return first.text;
  }

  /** @param text null if there is nothing to keep */
  keep(text: string | null): void {
    if (this.typist.hasLoggedOut) return;
    const others = this.others();
    this.seen = text === null ? null : { writer: this.writer, text };
    this.write(this.seen ? [...others, this.seen] : others);
  }

  private others(): Kept[] {
    const { seen, writer } = this;
    return this.all().filter(
      (each) => each.writer !== writer && !(seen && each.writer === seen.writer && each.text === seen.text),
    );
  }

  /** What a visitor has typed is the member's once they are signed in, beside what the member has. */
  private all(): Kept[] {
    const { id } = this.typist;
    return id === null ? this.read(null) : [...this.read(id), ...this.read(null)];
  }

  private read(owner: string | null): Kept[] {
    return parse(this.storage.read(`comment.${this.place}`, owner));
  }

  private write(all: readonly Kept[]): void {
    const name = `comment.${this.place}` as const;
    const json = all.length > 0 ? JSON.stringify(all) : null;
    this.storage.write(name, null, null);
    this.storage.write(name, json, this.typist.id);
  }
}

/** Storage may have been edited: whatever is no draft is ignored. */
function parse(json: string | null): Kept[] {
  if (json === null) return [];
  try {
    const data: unknown = JSON.parse(json);
    return Array.isArray(data) ? data.filter(isKept) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

function isKept(data: unknown): data is Kept {
  if (typeof data !== "object" || data === null) return false;
  const { writer, text } = data as Partial<Record<keyof Kept, unknown>>;
  return typeof writer === "string" && typeof text === "string";
}
