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

const MARKS = "\u0345\u0301\u0316\u0334";
const SIXTY_MARKS = "\u0301".repeat(15) + "\u0316".repeat(15);
const VALID = ["a", `a${"\u0301".repeat(30)}`, "a\u0301", "写", "\u200b", "\u200ba\u0301"];
const HIDDEN = ["\u00ad", "\u200b", "\u200d", "\u20dd", "\u0640"].map((hidden) => SIXTY_MARKS + hidden);
const WORDS = ["a", "a-", "a'", "l'", "a++", "a.", "1a", ".", "中", "ー", "ーら", "\u0301", "a\u0301", "\u0323\u0301"];
const MARKUP = [
  "{{a",
  "{{a|",
  "{{a:",
  "{{a|b:",
  "{{",
  "\\{{",
  "a{{b ",
  "`{{a}}",
  "```{{a}}\n",
  "$^{{a}}",
  "\\({{a}}",
].flatMap((start) => [start, `${start} `]);

const readPrompt = (text: string) => [promptVariables(text), plainPromptText(text), excerptOf(text, 600)];

const GUARDS: readonly Guard[] = [
  ...guards("no guard, for comparison", [MARKS], 2000, (text) => text.normalize("NFC")),
  ...guards("address", [MARKS], 20_000, (text) => canonicalSearch("/", `?q=a${text}`)),
  ...guards("query", ["%C3&"], 8000, (text) => repairQuery(`/?${text}`)),
  ...guards("document", ["{ a "], 120_000, refusal),
  ...guards("graphemes", ["🇩🇪"], 80_000, (text) => isLongerThan(text, text.length / 8)),
  ...guards("characters", VALID, 100_000, hasInvalidCharacters),
  ...guards("fold", HIDDEN, 30_000, (text) => fold(`a${text}`)),
  ...guards("segment", WORDS, 30_000, (text) => segment(text, "en")),
  ...guards("prompt", MARKUP, 10_000, readPrompt),
  ...markdown(1000, costlyMarkdown),
  ...markdown(3000, longCharacters),
];

function refusal(source: string): unknown {
  try {
    checkDocument(source);
    throw new Error("The document is not refused.");
  } catch (error) {
    return error;
  }
}

/** @param pieces each repeated to a text */
function guards(kind: string, pieces: readonly string[], n: number, read: Guard["read"]): Guard[] {
  return pieces.map((piece) => ({
    name: `${kind}: ${encodeURI(piece).slice(0, 24)}`,
    n,
    textOf: (length) => fill(piece, length),
    read,
  }));
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

const ROUNDS = 5;
const ROUND_MS = 5;

/** The processor's time for several times, in milliseconds: other programs do not count. */
function timeOf({ read }: Guard, text: string, times: number): number {
  const begun = process.cpuUsage();
  for (let count = 0; count < times; count += 1) read(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function measure(each: Guard): readonly [Guard, short: number, long: number] {
  const texts = [each.textOf(each.n), each.textOf(2 * each.n)];
  let times = 1;
  while (timeOf(each, texts[0] ?? "", times) < ROUND_MS) times *= 2;
  const [short = 0, long = 0] = texts.map((text) =>
    Math.min(...Array.from({ length: ROUNDS }, () => timeOf(each, text, times) / times)),
  );
  return [each, short, long];
}

/** How the time for hostile texts grows with their length: about 2 is linear, 4 quadratic, 1 a text that is cut first. */
export function benchGuards(): void {
  say(`${String(GUARDS.length)} texts, each in two lengths …`);
  const rows = GUARDS.map(measure).toSorted((one, other) => other[2] / other[1] - one[2] / one[1]);
  const result = table(
    [
      ["text", ([{ name }]: (typeof rows)[number]) => name],
      ["n", ([{ n }]) => String(n)],
      ["ms at n", ([, short]) => short.toFixed(3)],
      ["ms at 2n", ([, , long]) => long.toFixed(3)],
      ["ratio", ([, short, long]) => (long / short).toFixed(2)],
    ],
    rows,
  );
  process.stdout.write(`${result}\n`);
}
