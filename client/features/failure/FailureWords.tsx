import type { ReactNode } from "react";
import { Plural, Trans } from "@lingui/react/macro";
import { errorChain, PageLoadError } from "../../runtime/error-chain";
import { minutesToWait } from "../../runtime/graphql-errors";

interface FailureWordsProps {
  error: unknown;
  /** "crash": a component threw. "details": what is for whoever reports it. */
  of?: "load" | "crash" | "details";
  /** What is said if there is no more to say. */
  children?: ReactNode;
}

/** What is to be said of a failure beyond that it happened. */
export function FailureWords({ error, of = "load", children }: FailureWordsProps) {
  if (of === "details") return <Details error={error} />;
  if (of === "crash") return <Trans>Something on it went wrong. Try again, or go back to all prompts.</Trans>;
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

/** Not translated. */
function Details({ error }: { error: unknown }) {
  return (
    <details open={!(error instanceof PageLoadError)}>
      <summary>
        <Trans>Technical details</Trans>
      </summary>
      <ol dir="ltr" lang="en">
        {errorChain(error).map((message, depth) => (
          <li key={depth}>{message}</li>
        ))}
      </ol>
    </details>
  );
}
