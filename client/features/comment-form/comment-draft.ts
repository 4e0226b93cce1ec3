import { commentId, commentNumber } from "../../../contract/comments";
import type { PrivateStorage } from "../../session/private-storage";
import type { Typist } from "../../session/typist";

/** What one form has written. */
interface Kept {
  writer: string;
  text: string;
  /** The number of the prompt that it is about, or "feedback". Texts kept before 2026-11-26 do not have it. */
  page?: string | undefined;
  /** What the comment said that the text is a change of. Texts kept before 2026-11-25 do not have it. */
  base?: string | undefined;
  /** The text of another form that the writer has found and gone on with. */
  replaced?: { writer: string; text: string } | undefined;
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
    private readonly page: string,
  ) {}

  /** The text to go on with: the newest. */
  load(): string | null {
    this.seen = this.all().at(-1) ?? null;
    return this.seen?.text ?? null;
  }

  /** What the comment said when the change of it was begun that this form goes on with. */
  get base(): string | undefined {
    return this.seen?.base;
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

  /**
   * @param text null if there is nothing to keep
   * @param base what the comment said, if the text is a change of it
   */
  keep(text: string | null, base?: string): void {
    if (this.typist.hasLoggedOut) return;
    const others = this.others();
    const { seen, writer } = this;
    const replaced = seen && seen.writer !== writer ? { writer: seen.writer, text: seen.text } : seen?.replaced;
    this.seen = text === null ? null : { writer, text, page: this.page, base, replaced };
    this.write(this.seen ? [...others, this.seen] : others);
  }

  /**
   * Keeps its text again if another tab, which wrote at the same moment, has overwritten it: browsers do not order what two tabs
   * write. To be called when another tab has written. Where nothing is left, it was deleted, by logging out perhaps.
   */
  reclaim(): void {
    const { seen, writer } = this;
    const all = this.all();
    if (seen?.writer !== writer || all.length === 0 || all.some((each) => each.writer === writer)) return;
    const isReplaced = all.some(({ replaced }) => replaced?.writer === writer && replaced.text === seen.text);
    if (isReplaced) this.seen = null;
    else this.keep(seen.text, seen.base);
  }

  private others(): Kept[] {
    const { seen, writer } = this;
    return this.all().filter(
      (each) => each.writer !== writer && !(seen && each.writer === seen.writer && each.text === seen.text),
    );
  }

  private all(): Kept[] {
    return read(this.storage, this.typist.id, this.place);
  }

  private write(all: readonly Kept[]): void {
    write(this.storage, this.typist.id, this.place, all);
  }
}

/** A reply, or a change of a comment, that is not sent. */
export interface BegunText {
  purpose: "reply" | "edit";
  /** What is answered, or changed. */
  commentId: string;
  text: string;
}

/** Where the draft of a reply or a change is kept. */
export function commentPlace(purpose: BegunText["purpose"], commentId: string): string {
  return `${purpose}-${commentNumber(commentId)}`;
}

/** What is kept for comments of a page, or of who knows which. */
export function begunTexts(storage: PrivateStorage, owner: string | null, page: string): BegunText[] {
  const prefix = `${storage.prefix(owner)}comment.`;
  return storage.keys(prefix).flatMap((key) => {
    const place = key.slice(prefix.length);
    const [, purpose, number] = /^(reply|edit)-(\d+)$/.exec(place) ?? [];
    if ((purpose !== "reply" && purpose !== "edit") || number === undefined) return [];
    return read(storage, owner, place)
      .filter((kept) => kept.page === undefined || kept.page === page)
      .map(({ text }) => ({ purpose, commentId: commentId(number), text }));
  });
}

export function forgetBegun(storage: PrivateStorage, owner: string | null, begun: BegunText): void {
  const place = commentPlace(begun.purpose, begun.commentId);
  const others = read(storage, owner, place).filter(({ text }) => text !== begun.text);
  write(storage, owner, place, others);
}

function read(storage: PrivateStorage, owner: string | null, place: string): Kept[] {
  return parse(storage.read(`comment.${place}`, owner) ?? "");
}

function write(storage: PrivateStorage, owner: string | null, place: string, all: readonly Kept[]): void {
  storage.write(`comment.${place}`, all.length > 0 ? JSON.stringify(all) : null, owner);
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
  const { writer, text, page = "", base = "" } = data as Partial<Record<keyof Kept, unknown>>;
  return [writer, text, page, base].every((value) => typeof value === "string");
}
