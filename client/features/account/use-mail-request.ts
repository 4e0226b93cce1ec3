import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type SyntheticEvent, useEffect, useState } from "react";
import { useAnnounce } from "../../ui/Announcer";
import type { Action } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { type Submission, useSubmission, type Values } from "../../forms/use-submission";

/** Before a mail can be sent again to the same name: most arrive within it. */
const PATIENCE_MS = 60_000;

interface MailRequest {
  submission: Submission;
  /** How often a mail has been sent. */
  times: number;
  /** Whether the form would send the last mail again, and not one to another name. */
  isSame: boolean;
  /** Before it can be sent again. */
  seconds: number;
  /** Tells what is typed into the field, if there is one. */
  onInput(event: SyntheticEvent<HTMLInputElement>): void;
}

/**
 * A form that has a mail sent, and again after a minute. The remaining time is not announced each second, but when somebody tries.
 * @param field the only one, which names whom the mail is for; null if that is the member
 */
export function useMailRequest(
  action: Action,
  field: string | null,
  send: (values: Values) => Promise<readonly FormProblem[]>,
  check?: (values: Values) => readonly FormProblem[],
): MailRequest {
  const { t } = useLingui();
  const announce = useAnnounce();
  const [sent, setSent] = useState({ to: "", at: 0, times: 0 });
  const [typed, setTyped] = useState("");
  const [now, setNow] = useState(0);
  const submission = useSubmission(
    action,
    async (values) => {
      const problems = await send(values);
      if (problems.length > 0) return problems;
      const at = Date.now();
      const to = field === null ? "" : values(field).trim();
      setNow(at);
      setTyped(to);
      setSent(({ times }) => ({ to, at, times: times + 1 }));
      return [];
    },
    check,
  );
  const isSame = sent.times > 0 && typed === sent.to;
  const seconds = isSame ? Math.max(0, Math.ceil((sent.at + PATIENCE_MS - now) / 1000)) : 0;
  const waits = seconds > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waits]);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (!waits) {
      submission.onSubmit(event);
      return;
    }
    event.preventDefault();
    announce(
      t`${plural(seconds, { one: "You can send it again in # second.", other: "You can send it again in # seconds." })}`,
    );
  };
  return {
    submission: { ...submission, onSubmit },
    times: sent.times,
    isSame,
    seconds,
    onInput: ({ currentTarget }) => setTyped(currentTarget.value.trim()),
  };
}
