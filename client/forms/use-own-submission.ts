import { useCallback } from "react";
import { useSite } from "../runtime/SiteProvider";
import { SessionEndedError } from "../session/session-link";
import { typistOf, useTypist } from "../session/current-typist";
import { type Action, OtherAccountError } from "./failure-text";
import type { FormProblem } from "./problem-text";
import { type Submission, useSubmission, type Values } from "./use-submission";

/**
 * Returns a function that sends what its typist has written, as them alone: nobody else's name is below it, whoever is signed in by
 * then. If their session has ended, nothing is sent before they are back.
 */
export function useAsTypist(): <Result>(send: () => Promise<Result>) => Promise<Result> {
  const { session } = useSite();
  const typist = useTypist();
  return useCallback(
    async (send) => {
      if (typistOf(session) !== typist) throw new OtherAccountError();
      if (typist.id !== null && typist.id !== session.account) throw new SessionEndedError(true);
      return send();
    },
    [session, typist],
  );
}

/** For the forms of a member: `useSubmission`, as the one who has filled it in. The others are those in which one signs in. */
export function useOwnSubmission(
  action: Action,
  send: (values: Values, form: HTMLFormElement) => Promise<readonly FormProblem[]>,
  check?: (values: Values) => readonly FormProblem[],
): Submission {
  const asTypist = useAsTypist();
  return useSubmission(action, (values, form) => asTypist(() => send(values, form)), check);
}
