import { Plural } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { minutesToWait } from "../../runtime/error-chain";

interface FailureAdviceProps {
  error: unknown;
  /** What to do unless there is a time to wait. */
  children: ReactNode;
}

/** What to do about what could not be loaded. */
export function FailureAdvice({ error, children }: FailureAdviceProps) {
  const minutes = minutesToWait(error);
  if (minutes === null) return children;
  return (
    <Plural
      value={minutes}
      one="Too much was requested from your network. Try again in # minute."
      other="Too much was requested from your network. Try again in # minutes."
    />
  );
}
