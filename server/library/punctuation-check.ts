import type { Locale } from "../../contract/locales";
import { withoutCode } from "./readable-text";

interface Rule {
  /** What must not occur. */
  forbidden: RegExp;
  expected: string;
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]";
const FULL_WIDTH: Rule = {
  forbidden: new RegExp(`[,;:?!()](?=${CJK})|(?<=${CJK})(?:[,;:?!()]|\\.(?!\\p{L}|\\d))`, "u"),
  expected: "full-width signs beside its characters",
};
/** French puts a non-breaking space before these signs, except in times and ratios. */
const FRENCH_SPACE: Rule = {
  forbidden:
    /(?<![\u00A0\u202F\s?!…])[;?!](?!\p{L}|\[)|(?<=\p{L}|\}|»|\))(?<![\u00A0\u202F]):(?= |$)| [;:?!»]|« |«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»/mu,
  expected: "spaces that do not break inside « » and before ; : ? !",
};
const danda = (script: string): Rule => ({
  forbidden: new RegExp(`(?<=\\p{Script=${script}}{3})\\.(?=\\s|$)`, "mu"),
  expected: "।",
});

const EVERYWHERE: Rule[] = [
  { forbidden: /"/u, expected: "the quotation marks of the language" },
  { forbidden: /(?<=\p{L})'(?=\p{L})/u, expected: "’" },
  { forbidden: /\.{3}/u, expected: "…" },
  { forbidden: / {2}/u, expected: "one space" },
];

const RULES: Record<Locale, Rule[]> = {
  en: [{ forbidden: /[«»„「」，。：；]/u, expected: "“ ” and ‘ ’" }],
  zh: [
    FULL_WIDTH,
    {
      forbidden: /\p{Script=Han}[a-z\d]|[a-z\d%]\p{Script=Han}/iu,
      expected: "a space between characters and Latin letters or digits",
    },
    { forbidden: /[「」『』«»„]/u, expected: "“ ”, ‘ ’ and 《 》" },
  ],
  ja: [FULL_WIDTH, { forbidden: /[“”‘«»„，]/u, expected: "「 」, 『 』 and 、" }],
  ko: [{ forbidden: /[，。：；？！（）«»„]/u, expected: "half-width signs" }],
  es: [
    { forbidden: /[„「」]/u, expected: "« » or “ ”" },
    { forbidden: /(?<=^|[.!?]\s)[^¿?.!\n]*\?/mu, expected: "¿ … ?" },
    { forbidden: /(?<=^|[.!?]\s)[^¡?.!\n]*!(?!\[)/mu, expected: "¡ … !" },
  ],
  fr: [FRENCH_SPACE, { forbidden: /[„「」]/u, expected: "« »" }],
  de: [{ forbidden: /[«»”「」]|(?<=^|[\s(])[“]/mu, expected: "„ “" }],
  it: [{ forbidden: /[„「」]/u, expected: "« » or “ ”" }],
  ru: [{ forbidden: /”|(?<=^|[\s(])“/mu, expected: "« » and „ “" }],
  pt: [{ forbidden: /[„「」]/u, expected: "“ ”" }],
  hi: [danda("Devanagari")],
  ar: [{ forbidden: /(?<=\p{Script=Arabic})\s?[,;?]/u, expected: "، ؛ ؟" }],
  bn: [danda("Bengali")],
};

const PAIRS = ["()", "（）", "[]", "«»", "「」", "『』", "《》"].map(splitPair);
const GERMAN_QUOTES = splitPair("„“");

/** Punctuation problems of a text: signs of another language, straight quotation marks, unbalanced pairs. */
export function punctuationProblems(locale: Locale, text: string): string[] {
  const prose = withoutCode(text);
  return [
    ...[...EVERYWHERE, ...RULES[locale]].flatMap(({ forbidden, expected }) => {
      const match = forbidden.exec(prose);
      if (!match) return [];
      const around = prose.slice(Math.max(0, match.index - 20), match.index + match[0].length + 10).replace(/\n/g, " ");
      return [`the language has ${expected}: …${around}…`];
    }),
    ...[...PAIRS, ...(locale === "de" ? [GERMAN_QUOTES] : [])].flatMap(({ open, close }) =>
      count(prose, open) === count(prose, close) ? [] : [`has ${open} and ${close} in different numbers`],
    ),
  ];
}

function splitPair(pair: string): { open: string; close: string } {
  return { open: pair.charAt(0), close: pair.charAt(1) };
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
