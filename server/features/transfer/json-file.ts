import { ImportFailedError } from "./import-failure";

/** An entry of one of the file's lists, or a member of its outermost object. */
export interface JsonEntry {
  /** The member that holds the list; null in a file that is a list. */
  list: string | null;
  /** Where it begins. */
  line: number;
  /** Undefined if it cannot be read. */
  value: unknown;
  /** Why not: too long, or not JSON of a reasonable shape. */
  fault?: "TOO_LONG" | "UNREADABLE";
}

export interface JsonMember {
  member: string;
  line: number;
  value: unknown;
}

/**
 * In UTF-16 code units, which `JSON.parse` reads without a pause, 25 ms at the worst. Beyond the longest prompt, which in thirteen
 * languages has 400,000 characters.
 */
const MAX_ENTRY = 2 * 1024 * 1024;
const MAX_MEMBER = 10_000;
const MAX_MEMBERS = 100;
/** Within an entry. Parsers recurse, and make an object of each two characters. */
const MAX_DEPTH = 16;
const MAX_SIGNS = 2000;

const SPACE = /[ \t\n]/;

/**
 * Cuts a file into the entries of its lists, each of which `JSON.parse` reads: what is in memory is one entry, with the number of its
 * line. Libraries that stream JSON either tell no lines, or make a token of every bracket.
 * @param lists the members of the outermost object that are cut into entries; of other long ones nothing is kept
 * @throws UNREADABLE_FILE
 */
export async function* jsonEntries(
  chunks: AsyncIterable<string>,
  lists: readonly string[],
): AsyncGenerator<JsonEntry | JsonMember, void> {
  const reader = new Reader(lists);
  for await (const chunk of chunks) yield* reader.read(chunk);
  reader.end();
}

/** What may come next, outside of a value. */
type Expected =
  "top" | "key" | "key or end" | "colon" | "member" | "comma or end" | "entry" | "entry or end" | "next" | "nothing";

class Reader {
  private line = 1;
  private expected: Expected = "top";
  private isObject = false;
  private list: string | null = null;
  private key = "";
  private members = 0;
  private value: Value | undefined;

  constructor(private readonly lists: readonly string[]) {}

  *read(chunk: string): Generator<JsonEntry | JsonMember, void> {
    for (let at = 0; at < chunk.length;) {
      if (this.value) {
        const end = this.value.add(chunk, at);
        this.line += this.value.linesAdded;
        if (end === undefined) return;
        at = end;
        const value = this.value;
        this.value = undefined;
        const entry = this.finish(value);
        if (entry) yield entry;
        continue;
      }
      const char = chunk.charAt(at);
      if (SPACE.test(char)) {
        if (char === "\n") this.line += 1;
        at += 1;
      } else if (this.begins(char)) {
        this.value = new Value(
          this.line,
          this.expected === "entry" || this.expected === "entry or end" ? MAX_ENTRY : MAX_MEMBER,
        );
      } else {
        this.take(char);
        at += 1;
      }
    }
  }

  end(): void {
    if (this.expected !== "nothing" || this.value) throw this.unreadable();
  }

  /** Whether a value begins here that is read as a whole. */
  private begins(char: string): boolean {
    switch (this.expected) {
      case "key":
        return char === '"';
      case "key or end":
        return char === '"';
      case "member":
        return !(char === "[" && this.lists.includes(this.key));
      case "entry":
        return char !== "]";
      case "entry or end":
        return char !== "]";
      default:
        return false;
    }
  }

  private take(char: string): void {
    const next = this.after(char);
    if (!next) throw this.unreadable();
    this.expected = next;
  }

  private after(char: string): Expected | undefined {
    switch (this.expected) {
      case "top":
        this.isObject = char === "{";
        return char === "{" ? "key or end" : char === "[" ? "entry or end" : undefined;
      case "colon":
        return char === ":" ? "member" : undefined;
      case "member":
        this.list = this.key;
        return "entry or end";
      case "entry or end":
        return char === "]" ? this.afterList() : undefined;
      case "next":
        return char === "," ? "entry" : char === "]" ? this.afterList() : undefined;
      case "comma or end":
        return char === "," ? "key" : char === "}" ? "nothing" : undefined;
      case "key or end":
        return char === "}" ? "nothing" : undefined;
      default:
        return undefined;
    }
  }

  private afterList(): Expected {
    return this.isObject ? "comma or end" : "nothing";
  }

  private finish(value: Value): JsonEntry | JsonMember | undefined {
    const { line, fault } = value;
    const parsed = value.parse();
    if (this.expected === "key" || this.expected === "key or end") {
      this.members += 1;
      if (typeof parsed !== "string" || this.members > MAX_MEMBERS) throw this.unreadable();
      this.key = parsed;
      this.expected = "colon";
      return undefined;
    }
    if (this.expected === "member") {
      this.expected = "comma or end";
      return { member: this.key, line, value: parsed };
    }
    this.expected = "next";
    return { list: this.list, line, value: parsed, ...(fault && { fault }) };
  }

  private unreadable(): ImportFailedError {
    return new ImportFailedError("UNREADABLE_FILE", this.line);
  }
}

const CODE = {
  quote: 34,
  comma: 44,
  colon: 58,
  open: 91,
  backslash: 92,
  close: 93,
  openBrace: 123,
  closeBrace: 125,
  lineFeed: 10,
  space: 32,
};

/** A value that may arrive in pieces. */
class Value {
  fault: "TOO_LONG" | "UNREADABLE" | undefined;
  /** By the last piece. */
  linesAdded = 0;
  private pieces: string[] = [];
  private length = 0;
  private depth = 0;
  private signs = 0;
  private isInText = false;
  private isEscaped = false;
  private isStarted = false;

  constructor(
    readonly line: number,
    private readonly maxLength: number,
  ) {}

  /** @returns the index after the value, or undefined if it goes on in the next piece */
  add(chunk: string, start: number): number | undefined {
    this.linesAdded = 0;
    for (let at = start; at < chunk.length; at++) {
      if (this.isAfterEnd(chunk.charCodeAt(at))) {
        this.keep(chunk.slice(start, at));
        return at;
      }
    }
    this.keep(chunk.slice(start));
    return undefined;
  }

  parse(): unknown {
    if (this.fault) return undefined;
    try {
      return JSON.parse(this.pieces.join("")) as unknown;
    } catch {
      this.fault = "UNREADABLE";
      return undefined;
    }
  }

  /** Takes a character. @returns whether it does not belong to the value any more */
  private isAfterEnd(code: number): boolean {
    if (code === CODE.lineFeed) this.linesAdded += 1;
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === CODE.backslash) this.isEscaped = true;
      else if (code === CODE.quote) this.isInText = false;
      return false;
    }
    if (this.isStarted && this.depth === 0 && !this.isScalar) {
      if (code === CODE.lineFeed) this.linesAdded -= 1;
      return true;
    }
    switch (code) {
      case CODE.quote:
        this.begin(false);
        this.isInText = true;
        return false;
      case CODE.open:
      case CODE.openBrace:
        this.begin(false);
        this.depth += 1;
        this.count();
        return false;
      case CODE.close:
      case CODE.closeBrace:
        if (this.depth === 0) return true;
        this.depth -= 1;
        return false;
      case CODE.comma:
      case CODE.colon:
        if (this.depth === 0) return true;
        this.count();
        return false;
      default:
        if (code <= CODE.space && this.depth === 0) {
          if (code === CODE.lineFeed) this.linesAdded -= 1;
          return true;
        }
        this.begin(true);
        return false;
    }
  }

  /** Of a number, true, false or null: what ends it belongs to what follows. */
  private isScalar = false;

  private begin(isScalar: boolean): void {
    if (!this.isStarted) this.isScalar = isScalar;
    this.isStarted = true;
  }

  private count(): void {
    this.signs += 1;
    if (this.depth > MAX_DEPTH || this.signs > MAX_SIGNS) this.refuse("UNREADABLE");
  }

  private keep(piece: string): void {
    this.length += piece.length;
    if (this.length > this.maxLength) this.refuse("TOO_LONG");
    if (!this.fault) this.pieces.push(piece);
  }

  private refuse(fault: "TOO_LONG" | "UNREADABLE"): void {
    this.fault ??= fault;
    this.pieces = [];
  }
}
