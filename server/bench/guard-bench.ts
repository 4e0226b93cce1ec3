import { isLongerThan } from "../../contract/graphemes";
import { canonicalSearch } from "../../contract/pages";
import { plainPromptText, promptVariables } from "../../contract/prompt-markup";
import { excerptOf } from "../features/prompt/excerpt";
import { hasInvalidCharacters } from "../platform/domain/characters";
import { checkDocument } from "../platform/graphql/document-limits";
import { repairQuery } from "../platform/http/addresses";
import { UserMarkdown } from "../platform/markdown/user-markdown";
import { fold } from "../platform/search/fold";
import { segment } from "../platform/search/tokenize";
import { costlyMarkdown, fill, longCharacters } from "../platform/testing/markdown-cases";
import { say, table } from "./report";

/** Something that reads texts of strangers, and a text that cost much for its length. */
interface Guard {
  name: string;
  /** In code units; the longer text has twice as many. */
  n: number;
  textOf: (length: number) => string;
  read: (text: string) => unknown;
}

interface Measured {
  name: string;
  n: number;
  short: number;
  long: number;
}

const MARKS = "\u0345\u0301\u0316\u0334";
const SIXTY_MARKS = "\u0301".repeat(15) + "\u0316".repeat(15);
const VALID = ["a", `a${"\u0301".repeat(30)}`, "a\u0301", "写", "\u200b", "\u200ba\u0301"];
const WORDS = ["a", "a-", "a'", "l'", "a++", "a.", "1a", ".", "中", "ー", "ーら", "\u0301", "a\u0301", "\u0323\u0301"];
const MARKUP = ["{{a", "{{a|", "{{a:", "{{a|b:", "{{", "\\{{", "a{{b "];

function refusal(source: string): unknown {
  try {
    checkDocument(source);
    throw new Error("The document is not refused.");
  } catch (error) {
    return error;
  }
}

const readPrompt = (text: string) => [promptVariables(text), plainPromptText(text), excerptOf(text, 600)];

const GUARDS: readonly Guard[] = [
  { name: "no guard, for comparison: marks to be sorted", n: 2000, textOf: repeating(MARKS), read: nfc },
  { name: "address with marks", n: 20_000, textOf: repeating(MARKS), read: (q) => canonicalSearch("/", `?q=a${q}`) },
  { name: "query with malformed escapes", n: 8000, textOf: repeating("%C3&"), read: (q) => repairQuery(`/?${q}`) },
  { name: "document of too many tokens", n: 120_000, textOf: repeating("{ a "), read: refusal },
  {
    name: "graphemes of flags",
    n: 80_000,
    textOf: repeating("🇩🇪"),
    read: (text) => isLongerThan(text, text.length / 8),
  },
  ...VALID.map((piece) => guard("characters", piece, 100_000, hasInvalidCharacters)),
  ...["\u00ad", "\u200b", "\u200d", "\u20dd", "\u0640"].map((hidden) =>
    guard("fold", SIXTY_MARKS + hidden, 30_000, (text) => fold(`a${text}`)),
  ),
  ...WORDS.map((piece) => guard("segment", piece, 30_000, (text) => segment(text, "en"))),
  ...MARKUP.flatMap((start) => [
    guard("prompt", start, 10_000, readPrompt),
    guard("prompt", `${start} `, 10_000, readPrompt),
    { name: `prompt: ${start} and blanks`, n: 10_000, textOf: padded(start), read: readPrompt },
  ]),
  ...markdown(1000, costlyMarkdown),
  ...markdown(3000, longCharacters),
];

function repeating(piece: string): Guard["textOf"] {
  return (length) => fill(piece, length);
}

function padded(start: string): Guard["textOf"] {
  return (length) => start.padEnd(length);
}

function nfc(text: string): string {
  return text.normalize("NFC");
}

function guard(kind: string, piece: string, n: number, read: Guard["read"]): Guard {
  return { name: `${kind}: ${escaped(piece)}`, n, textOf: repeating(piece), read };
}

/** @param n half the length of the longest comment */
function markdown(n: number, textsOf: typeof costlyMarkdown): Guard[] {
  return textsOf(n).map(([name], index) => ({
    name: `markdown: ${name}`,
    n,
    textOf: (length) => textsOf(length)[index]?.[1] ?? "",
    read: (text) => new UserMarkdown(text, 20_000).toPieces(() => undefined),
  }));
}

function escaped(piece: string): string {
  const marks = /[\p{M}\p{Cf}]/gu;
  return JSON.stringify(piece)
    .replace(marks, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/(\\u\w{4})\1+/g, "$1…");
}

const ROUNDS = 5;
const ROUND_MS = 5;

/** The processor's time for several times, in milliseconds: other programs do not count. */
function timeOf({ read }: Guard, text: string, times: number): number {
  const begun = process.cpuUsage();
  for (let count = 0; count < times; count += 1) read(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function measure(each: Guard): Measured {
  const [short, long] = [each.textOf(each.n), each.textOf(2 * each.n)];
  let times = 1;
  while (timeOf(each, short, times) < ROUND_MS) times *= 2;
  const measured = { name: each.name, n: each.n, short: Infinity, long: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.short = Math.min(measured.short, timeOf(each, short, times) / times);
    measured.long = Math.min(measured.long, timeOf(each, long, times) / times);
  }
  return measured;
}

/** How the time for hostile texts grows with their length: about 2 is linear, 4 quadratic, 1 a text that is cut first. */
export function benchGuards(): void {
  say(`${String(GUARDS.length)} texts, each in two lengths …`);
  const rows = GUARDS.map(measure).toSorted((one, other) => other.long / other.short - one.long / one.short);
  const result = table(
    [
      ["text", (row: Measured) => row.name],
      ["n", (row) => String(row.n)],
      ["ms at n", (row) => row.short.toFixed(3)],
      ["ms at 2n", (row) => row.long.toFixed(3)],
      ["ratio", (row) => (row.long / row.short).toFixed(2)],
    ],
    rows,
  );
  process.stdout.write(`${result}\n`);
}
