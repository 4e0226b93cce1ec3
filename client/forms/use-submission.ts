import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { Action } from "./failure-text";
import { useFailureText } from "./failure-text";
import { type FormProblem, useProblemText } from "./problem-text";

/** The value of a field, as it was typed. */
export type Values = (name: string) => string;

export interface Submission {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** What is wrong with no field in particular. */
  message: string | null;
  /** Whether nothing was wrong with it when it was last sent. */
  sound: boolean;
  /** What is wrong with a field. */
  wrong(name: string): string | undefined;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  /** As if its button were pressed. */
  submit(): void;
}

/**
 * What all forms do when they are sent: look for mistakes, ask the server, and lead to the first field that is wrong. Fields keep
 * what was typed, because nobody but the browser holds it.
 */
export function useSubmission(
  action: Action,
  send: (values: Values, form: HTMLFormElement) => Promise<readonly FormProblem[]>,
  check: (values: Values) => readonly FormProblem[] = () => [],
): Submission {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const problemText = useProblemText();
  const failureText = useFailureText(action);

  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);

  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const values: Values = (name) => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    sending.current = true;
    setFailure(null);
    try {
      let found = check(values);
      if (found.length === 0) {
        setBusy(true);
        found = await send(values, element);
      }
      setProblems(found);
    } catch (error) {
      setProblems([]);
      setFailure(failureText(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const hasField = (name: string) => Boolean(form.current?.elements.namedItem(name));
  const general = problems.find(({ field }) => !field || !hasField(field));
  const submitOnce = (element: HTMLFormElement | null) => {
    // A button that is disabled could not be focused, and would not say why.
    if (element && !sending.current) void submit(element);
  };
  return {
    form,
    busy,
    message: failure ?? (general ? problemText(general) : null),
    sound: problems.length === 0 && failure === null,
    wrong: (name) => {
      const problem = problems.find(({ field }) => field === name);
      return problem && problemText(problem);
    },
    onSubmit: (event) => {
      event.preventDefault();
      submitOnce(event.currentTarget);
    },
    submit: () => submitOnce(form.current),
  };
}
