import type { Locale } from "../../contract/locales";
import { withoutCode } from "./readable-text";

interface Rule {
  /** What must not occur. */
  wrong: RegExp;
  instead: string;
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]";
const FULL_WIDTH: Rule = {
  wrong: new RegExp(`[,;:?!()](?=${CJK})|(?<=${CJK})(?:[,;:?!()]|\\.(?!\\p{L}|\\d))`, "u"),
  instead: "full-width signs beside its characters",
};
/** French puts a non-breaking space before these signs, except in times and ratios. */
const FRENCH_SPACE: Rule = {
  wrong:
    /(?<![\u00A0\u202F\s?!…])[;?!](?!\p{L})|(?<=\p{L}|\}|»|\))(?<![\u00A0\u202F]):(?= |$)| [;:?!»]|« |«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»/mu,
  instead: "spaces that do not break inside « » and before ; : ? !",
};
const danda = (script: string): Rule => ({
  wrong: new RegExp(`(?<=\\p{Script=${script}}{3})\\.(?=\\s|$)`, "mu"),
  instead: "।",
});

const EVERYWHERE: Rule[] = [
  { wrong: /"/u, instead: "the quotation marks of the language" },
  { wrong: /(?<=\p{L})'(?=\p{L})/u, instead: "’" },
  { wrong: /\.{3}/u, instead: "…" },
  { wrong: / {2}/u, instead: "one space" },
];

const RULES: Record<Locale, Rule[]> = {
  en: [{ wrong: /[«»„「」，。：；]/u, instead: "“ ” and ‘ ’" }],
  zh: [
    FULL_WIDTH,
    {
      wrong: /\p{Script=Han}[a-z\d]|[a-z\d%]\p{Script=Han}/iu,
      instead: "a space between characters and Latin letters or digits",
    },
    { wrong: /[「」『』«»„]/u, instead: "“ ”, ‘ ’ and 《 》" },
  ],
  ja: [FULL_WIDTH, { wrong: /[“”‘«»„，]/u, instead: "「 」, 『 』 and 、" }],
  ko: [{ wrong: /[，。：；？！（）«»„]/u, instead: "half-width signs" }],
  es: [
    { wrong: /[„「」]/u, instead: "« » or “ ”" },
    { wrong: /(?<=^|[.!?]\s)[^¿?.!\n]*\?/mu, instead: "¿ … ?" },
    { wrong: /(?<=^|[.!?]\s)[^¡?.!\n]*!/mu, instead: "¡ … !" },
  ],
  fr: [FRENCH_SPACE, { wrong: /[„「」]/u, instead: "« »" }],
  de: [{ wrong: /[«»”「」]|(?<=^|[\s(])[“]/mu, instead: "„ “" }],
  it: [{ wrong: /[„「」]/u, instead: "« » or “ ”" }],
  ru: [{ wrong: /”|(?<=^|[\s(])“/mu, instead: "« » and „ “" }],
  pt: [{ wrong: /[„「」]/u, instead: "“ ”" }],
  hi: [danda("Devanagari")],
  ar: [{ wrong: /(?<=\p{Script=Arabic})\s?[,;?]/u, instead: "، ؛ ؟" }],
  bn: [danda("Bengali")],
};

const PAIRS = ["()", "（）", "[]", "«»", "「」", "『』", "《》"].map(pairOf);
const GERMAN_QUOTES = pairOf("„“");

/** Punctuation problems of a text: signs of another language, straight quotation marks, unbalanced pairs. */
export function punctuationProblems(locale: Locale, text: string): string[] {
  const prose = withoutCode(text);
  return [
    ...[...EVERYWHERE, ...RULES[locale]].flatMap(({ wrong, instead }) => {
      const found = wrong.exec(prose);
      if (!found) return [];
      const around = prose.slice(Math.max(0, found.index - 20), found.index + found[0].length + 10).replace(/\n/g, " ");
      return [`the language has ${instead}: …${around}…`];
    }),
    ...[...PAIRS, ...(locale === "de" ? [GERMAN_QUOTES] : [])].flatMap(({ open, close }) =>
      count(prose, open) === count(prose, close) ? [] : [`has ${open} and ${close} in different numbers`],
    ),
  ];
}

function pairOf(pair: string): { open: string; close: string } {
  return { open: pair.charAt(0), close: pair.charAt(1) };
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
