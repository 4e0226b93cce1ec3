import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { type Action, useFailureText } from "./failure-text";
import { type FormProblem, useProblemText } from "./problem-text";
import { useWithSession } from "./use-with-session";

/** Returns the value of a field as typed. */
export type Values = (name: string) => string;

/** A problem as the form shows it. */
interface ShownProblem extends FormProblem {
  /** Its field; null if the form has no such field. */
  at: { id: string; label: string | null } | null;
}

/** A problem of a field, as the summary links to it. */
export interface FieldProblem {
  id: string;
  /** The field's name, if it has one. */
  text: string;
  /** Focuses the field. */
  show(): void;
}

export interface Submission {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** The error message that belongs to no field. */
  message: string | null;
  /** Whether the last submission had no errors. */
  isValid: boolean;
  /** Whether the server has refused what was sent for this reason, and nothing was changed since. */
  isRefusedFor(code: FormProblem["code"]): boolean;
  /** The error message of a field. */
  errorFor(name: string): string | undefined;
  /** The fields that are not right yet. */
  fieldProblems: readonly FieldProblem[];
  /** Whether nothing has been corrected since the last submission. */
  isFresh: boolean;
  onInput(event: SyntheticEvent<HTMLFormElement>): void;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  onReset(): void;
  /** Submits the form as its button would. */
  submit(): void;
}

/**
 * Submits a form: validates it, sends it to the server, and focuses the first invalid field. The fields are uncontrolled and keep
 * their values; a problem lasts until its field is changed. If the member's session has ended, they log in again and the same values are sent.
 */
export function useSubmission(
  action: Action,
  send: (values: Values, form: HTMLFormElement) => Promise<readonly FormProblem[]>,
  check: (values: Values) => readonly FormProblem[] = () => [],
): Submission {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const shouldFocus = useRef(false);
  const [problems, setProblems] = useState<readonly ShownProblem[]>([]);
  const [refusedCount, setRefusedCount] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const problemText = useProblemText(action);
  const failureText = useFailureText(action);
  const withSession = useWithSession();

  useEffect(() => {
    const invalid = (which = "") => form.current?.querySelector<HTMLElement>(`[aria-invalid=true]${which}`);
    if (shouldFocus.current) (invalid("[data-likely-wrong]") ?? invalid())?.focus();
    shouldFocus.current = false;
  }, [problems]);

  const refuse = (element: HTMLFormElement | null, found: readonly FormProblem[]) => {
    shouldFocus.current = found.length > 0;
    setProblems(found.map((problem) => ({ ...problem, at: fieldOf(element, problem.field) })));
    setRefusedCount(found.length);
  };

  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const values: Values = (name) => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    sending.current = true;
    setFailure(null);
    try {
      let newProblems = check(values);
      if (newProblems.length === 0) {
        setBusy(true);
        newProblems = await withSession(() => send(values, element));
      }
      refuse(element, newProblems);
    } catch (error) {
      refuse(element, []);
      setFailure(failureText(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const formProblem = problems.find(({ at }) => at === null);
  const submitOnce = (element: HTMLFormElement | null) => {
    // Instead of a disabled button, which cannot be focused and does not explain itself.
    if (element && !sending.current) void submit(element);
  };
  return {
    form,
    busy,
    message: failure ?? (formProblem ? problemText(formProblem) : null),
    isValid: refusedCount === 0 && failure === null,
    isRefusedFor: (wanted) => problems.some(({ code }) => code === wanted),
    errorFor: (name) => {
      const problem = problems.find(({ field }) => field === name);
      return problem && problemText(problem);
    },
    fieldProblems: problems.flatMap((problem) => {
      const { at } = problem;
      if (at === null) return [];
      const { id, label } = at;
      return [{ id, text: label ?? problemText(problem), show: () => document.getElementById(id)?.focus() }];
    }),
    isFresh: problems.length === refusedCount,
    onInput: ({ target }) => {
      if (!(target instanceof Element)) return;
      const name = target.getAttribute("name") ?? "";
      setProblems((before) => {
        const left = before.filter((problem) => !concerns(problem, name));
        return left.length < before.length ? left : before;
      });
    },
    onSubmit: (event) => {
      event.preventDefault();
      submitOnce(event.currentTarget);
    },
    onReset: () => {
      refuse(null, []);
      setFailure(null);
    },
    submit: () => submitOnce(form.current),
  };
}

function fieldOf(form: HTMLFormElement | null, name: string | null | undefined): ShownProblem["at"] {
  const field = name ? form?.elements.namedItem(name) : null;
  const isField =
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
  if (!isField) return null;
  const label = field.labels?.[0];
  // A sentence with links names nothing: its problem is said instead.
  return { id: field.id, label: label?.querySelector("a") ? null : (label?.textContent ?? null) };
}

/** Whether a changed field may have solved a problem. */
function concerns({ code, field }: FormProblem, name: string): boolean {
  return (
    field === name ||
    (code === "PASSWORDS_DIFFER" && name === "password") ||
    // Either of the two fields may have been wrong.
    code === "INVALID_CREDENTIALS"
  );
}
