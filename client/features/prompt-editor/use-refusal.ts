import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { Locale } from "../../../contract/locales";
import type { FormProblem } from "../../forms/problem-text";
import type { FieldProblem } from "../../forms/use-submission";

/** In the order of the form. */
const FIELDS = ["title", "content", "remark", "tags", "locale", "notes"] as const;
export type FieldName = (typeof FIELDS)[number];

interface Refused {
  problems: readonly FormProblem[];
  /** The language whose words they are about; null for no text. */
  locale: Locale | null;
  count: number;
}

const NOTHING: Refused = { problems: [], locale: null, count: 0 };

export interface Refusal {
  /** What is wrong with a field. */
  problemOf(name: FieldName): FormProblem | undefined;
  /** The fields that are not right yet, as the summary links to them. */
  fieldProblems: readonly FieldProblem[];
  /** Whether nothing has been corrected since. */
  isFresh: boolean;
  fieldId(name: FieldName): string;
  refuse(problems: readonly FormProblem[], locale: Locale | null): void;
  /** A problem lasts until its field is changed. */
  correct(name: FieldName): void;
  /** The words are said to be in another language. */
  moveTo(locale: Locale): void;
}

/** Why the words in a language were not accepted. */
export function useRefusal(shown: Locale): Refusal {
  const { t } = useLingui();
  const id = useId();
  const [{ problems: all, locale, count }, setRefused] = useState(NOTHING);
  const names: Record<FieldName, string> = {
    title: t`Title`,
    content: t`Text`,
    remark: t`Remark`,
    tags: t`Tags`,
    locale: t`Language of the text`,
    notes: t`Notes`,
  };
  const problems = all.filter(({ field }) => locale === null || locale === shown || field === "tags");
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
    refuse: (found, of) => setRefused({ problems: found, locale: of, count: found.length }),
    correct: (name) =>
      setRefused((before) => {
        const left = before.problems.filter((problem) => fieldOf(problem) !== name);
        return left.length < before.problems.length ? { ...before, problems: left } : before;
      }),
    moveTo: (next) => setRefused((before) => ({ ...before, locale: before.locale && next })),
  };
}

/** The field of the form that a problem is about; undefined for none. */
export function fieldOf({ field }: FormProblem): FieldName | undefined {
  const [first] = (field ?? "").replace(/^input\./, "").split(".");
  return FIELDS.find((name) => name === first);
}
