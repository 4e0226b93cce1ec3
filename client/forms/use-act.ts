import { useCallback, useRef } from "react";
import { useNotify } from "../ui/Announcer";
import type { Action } from "./failure-text";
import { useFailureNotice } from "./use-failure-notice";
import { useWithSession } from "./use-with-session";

/** For buttons without a form: carries out an action of the signed-in member, one at a time, and reports its outcome. */
export function useAct(action: Action): (work: () => Promise<unknown>, done: string) => void {
  const notify = useNotify();
  const failureNotice = useFailureNotice(action);
  const withSession = useWithSession();
  const acting = useRef(false);
  return useCallback(
    (work, done) => {
      if (acting.current) return;
      acting.current = true;
      withSession(work)
        .then(
          () => notify({ message: done }),
          (error: unknown) => notify(failureNotice(error)),
        )
        .finally(() => (acting.current = false));
    },
    [notify, failureNotice, withSession],
  );
}
