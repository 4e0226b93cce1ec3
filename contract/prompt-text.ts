import { isLongerThan } from "./graphemes";
import { LIMITS } from "./limits";
import { promptTokens } from "./prompt-markup";

/** The words of a prompt in one language, as a member has written them. */
export interface WrittenText {
  title: string;
  content: string;
  remark: string | null;
  notes: string | null;
}

/** What its author can put right, with the codes of the API. */
export interface TextProblem {
  code: "REQUIRED" | "TOO_LONG" | "TOO_MANY";
  field: keyof WrittenText | "content.blanks";
  limit?: number;
}

/** Would turn around what stands beside a title. Titles are isolated on pages, but not in a browser's tab. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Everything else that Unicode counts as a control character is invisible, and hardly ever meant. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** The form that is stored: composed, with plain line breaks, without space around it. */
export function normalizeText({ title, content, remark, notes }: WrittenText): WrittenText {
  return {
    title: oneLine(title),
    content: normalizeLines(content),
    remark: oneLine(remark ?? "") || null,
    notes: normalizeLines(notes ?? "") || null,
  };
}

/** A text of several lines, composed, with plain line breaks, without space around it. */
export function normalizeLines(text: string): string {
  // Normalization comes last: what is removed before it may have kept long runs of marks apart, which the API has refused.
  return text
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(CONTROLS, "")
    .normalize("NFC")
    .trim();
}

function oneLine(text: string): string {
  return normalizeLines(text.replace(BIDI_CONTROLS, "")).replace(/\s+/g, " ");
}

/** Whether a reader sees anything of it. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** @param text normalized */
export function textProblems({ title, content, remark, notes }: WrittenText): TextProblem[] {
  const required = (field: "title" | "content", text: string): TextProblem[] =>
    isVisible(text) ? [] : [{ code: "REQUIRED", field }];
  const limited = (field: keyof WrittenText, text: string | null, limit: number): TextProblem[] =>
    isLongerThan(text ?? "", limit) ? [{ code: "TOO_LONG", field, limit }] : [];
  return [
    ...required("title", title),
    ...limited("title", title, LIMITS.promptTitle),
    ...required("content", content),
    ...limited("content", content, LIMITS.promptContent),
    ...blankProblems(content),
    ...limited("remark", remark, LIMITS.promptRemark),
    ...limited("notes", notes, LIMITS.promptNotes),
  ];
}

/** Pages show a blank's label or default wherever its name occurs: without limits, 20 kB of text become a page of 100 MB. */
function blankProblems(content: string): TextProblem[] {
  let count = 0;
  let longest = 0;
  for (const { kind, label, default: fallback } of promptTokens(content)) {
    if (kind !== "variable") continue;
    count += 1;
    longest = Math.max(longest, label?.length ?? 0, fallback?.length ?? 0);
  }
  const problems: TextProblem[] = [];
  if (content.split("{{").length > LIMITS.promptBraces + 1) {
    problems.push({ code: "TOO_MANY", field: "content.blanks", limit: LIMITS.promptBraces });
  } else if (count > LIMITS.promptBlanks) {
    problems.push({ code: "TOO_MANY", field: "content.blanks", limit: LIMITS.promptBlanks });
  }
  if (longest > LIMITS.promptBlankPart) {
    problems.push({ code: "TOO_LONG", field: "content.blanks", limit: LIMITS.promptBlankPart });
  }
  return problems;
}
