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

  private all(): Kept[] {
    return parse(this.storage.read(`comment.${this.place}`, this.typist.id) ?? "");
  }

  private write(all: readonly Kept[]): void {
    this.storage.write(`comment.${this.place}`, all.length > 0 ? JSON.stringify(all) : null, this.typist.id);
  }
}

/** A list on each line: what a visitor takes along to an account is added below. Whatever is no list is a text, as kept before 2026-11-24. */
function parse(stored: string): Kept[] {
  const all: Kept[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.some((line) => line.trim() !== "")) all.push({ writer: "", text: text.join("\n") });
    text = [];
  };
  for (const line of stored.split("\n")) {
    const list = parseList(line);
    if (list) {
      endText();
      all.push(...list);
    } else text.push(line);
  }
  endText();
  return all;
}

function parseList(json: string): Kept[] | null {
  try {
    const data: unknown = JSON.parse(json);
    return Array.isArray(data) && data.every(isKept) ? data : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function isKept(data: unknown): data is Kept {
  if (typeof data !== "object" || data === null) return false;
  const { writer, text } = data as Partial<Record<keyof Kept, unknown>>;
  return typeof writer === "string" && typeof text === "string";
}
