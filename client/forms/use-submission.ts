import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useNotify } from "../ui/Announcer";
import { type Action, OtherAccountError, useFailureText } from "./failure-text";
import { type FormProblem, useProblemText } from "./problem-text";
import { useWithSession } from "./use-with-session";

/** Returns the value of a field as typed. */
export type Values = (name: string) => string;

export interface Submission {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** The error message that belongs to no field. */
  message: string | null;
  /** Whether the last submission had no errors. */
  isValid: boolean;
  /** The error message of a field. */
  errorFor(name: string): string | undefined;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  onReset(): void;
  /** Submits the form as its button would. */
  submit(): void;
}

/**
 * Submits a form: validates it, sends it to the server, and focuses the first invalid field. The fields are uncontrolled and keep
 * their values. If the member's session has ended elsewhere, they sign in again and the same values are sent.
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
  const problemText = useProblemText(action);
  const failureText = useFailureText(action);
  const withSession = useWithSession();
  const notify = useNotify();

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
      let newProblems = check(values);
      if (newProblems.length === 0) {
        setBusy(true);
        newProblems = await withSession(() => send(values, element));
      }
      setProblems(newProblems);
    } catch (error) {
      setProblems([]);
      // The page of the other account may have replaced the form.
      if (error instanceof OtherAccountError) notify({ message: failureText(error) });
      else setFailure(failureText(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const hasField = (name: string) => Boolean(form.current?.elements.namedItem(name));
  const formProblem = problems.find(({ field }) => !field || !hasField(field));
  const submitOnce = (element: HTMLFormElement | null) => {
    // Instead of a disabled button, which cannot be focused and does not explain itself.
    if (element && !sending.current) void submit(element);
  };
  return {
    form,
    busy,
    message: failure ?? (formProblem ? problemText(formProblem) : null),
    isValid: problems.length === 0 && failure === null,
    errorFor: (name) => {
      const problem = problems.find(({ field }) => field === name);
      return problem && problemText(problem);
    },
    onSubmit: (event) => {
      event.preventDefault();
      submitOnce(event.currentTarget);
    },
    onReset: () => {
      setProblems([]);
      setFailure(null);
    },
    submit: () => submitOnce(form.current),
  };
}
