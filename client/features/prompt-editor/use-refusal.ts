import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { Locale } from "../../../contract/locales";
import type { FormProblem } from "../../forms/problem-text";
import type { FieldProblem } from "../../forms/use-submission";

/** In the order of the form. */
const FIELDS = ["title", "content", "remark", "tags", "locale", "notes"] as const;
export type FieldName = (typeof FIELDS)[number];

/** What is wrong with the words in a language; null: with what all of them share. */
export interface PlacedProblem extends FormProblem {
  locale: Locale | null;
}

interface Refused {
  problems: readonly PlacedProblem[];
  count: number;
}

const NOTHING: Refused = { problems: [], count: 0 };

export interface Refusal {
  /** What is wrong with a field. */
  problemOf(name: FieldName): FormProblem | undefined;
  /** The fields that are not right yet, as the summary links to them. */
  fieldProblems: readonly FieldProblem[];
  /** Whether nothing has been corrected since. */
  isFresh: boolean;
  fieldId(name: FieldName): string;
  refuse(problems: readonly PlacedProblem[]): void;
  /** A problem lasts until its field is changed. */
  correct(name: FieldName): void;
  /** Nobody minds the same text in a private prompt. */
  allowDuplicates(): void;
  /** The words are said to be in another language. */
  moveTo(locale: Locale): void;
}

/** Why the words were not accepted, as far as it concerns the language that is shown. */
export function useRefusal(shown: Locale): Refusal {
  const { t } = useLingui();
  const id = useId();
  const [{ problems: all, count }, setRefused] = useState(NOTHING);
  const names: Record<FieldName, string> = {
    title: t`Title`,
    content: t`Text`,
    remark: t`Remark`,
    tags: t`Tags`,
    locale: t`Language of the text`,
    notes: t`Notes`,
  };
  const isShown = ({ locale }: PlacedProblem) => locale === null || locale === shown;
  const problems = all.filter(isShown);
  const keep = (isLeft: (problem: PlacedProblem) => boolean) =>
    setRefused((before) => {
      const left = before.problems.filter(isLeft);
      return left.length < before.problems.length ? { ...before, problems: left } : before;
    });
  const fieldId = (name: FieldName) => `${id}-${name}`;
  const problemOf = (name: FieldName) => problems.find((problem) => fieldOf(problem) === name);
  return {
    problemOf,
    fieldProblems: FIELDS.filter(problemOf).map((name) => ({
      id: fieldId(name),
      text: names[name],
      show: () => document.getElementById(fieldId(name))?.focus(),
    })),
    isFresh: all.length === count,
    fieldId,
    refuse: (found) => setRefused({ problems: found, count: found.length }),
    correct: (name) => keep((problem) => !isShown(problem) || fieldOf(problem) !== name),
    allowDuplicates: () => keep(({ code }) => code !== "DUPLICATE"),
    moveTo: (next) =>
      setRefused((before) => ({
        ...before,
        problems: before.problems.map((each) => (each.locale === shown ? { ...each, locale: next } : each)),
      })),
  };
}

/** A problem of the API with its language and the field within. @param locales of the texts that were sent, in their order */
export function placed(problem: FormProblem, locales: readonly Locale[]): PlacedProblem {
  const [, index, field] = /^texts\.(\d+)\.(.+)$/.exec(problem.field ?? "") ?? [];
  if (index !== undefined && field !== undefined) return { ...problem, field, locale: locales[Number(index)] ?? null };
  // A text that is shared already, and was not sent now: in which language, nobody knows.
  return { ...problem, ...(problem.field === "shared" && { field: "content" }), locale: null };
}

/** The field of the form that a problem is about; undefined for none. */
export function fieldOf({ field }: FormProblem): FieldName | undefined {
  const [first] = (field ?? "").split(".");
  return FIELDS.find((name) => name === first);
}
