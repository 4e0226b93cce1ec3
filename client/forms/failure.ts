import { CombinedGraphQLErrors, ServerError } from "@apollo/client";
import { SessionEndedError } from "../session/session-link";

/** Why an answer did not come, as far as it matters to a person. */
export type Failure =
  { reason: "network" | "server" | "signed-out" | "forbidden" } | { reason: "limited"; minutes: number };

interface Fault {
  extensions?: { code?: unknown; retryAfter?: unknown } | undefined;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof SessionEndedError) return { reason: "signed-out" };
  const faults = faultsOf(error);
  for (const { extensions } of faults) {
    if (extensions?.code === "UNAUTHENTICATED") return { reason: "signed-out" };
    if (extensions?.code === "FORBIDDEN") return { reason: "forbidden" };
    if (extensions?.code === "RATE_LIMITED") {
      const seconds = typeof extensions.retryAfter === "number" ? extensions.retryAfter : 60;
      return { reason: "limited", minutes: Math.max(1, Math.ceil(seconds / 60)) };
    }
  }
  // `fetch` throws a TypeError where there is no network.
  return { reason: error instanceof TypeError ? "network" : "server" };
}

function faultsOf(error: unknown): readonly Fault[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors;
  if (!ServerError.is(error)) return [];
  try {
    return (JSON.parse(error.bodyText) as { errors?: readonly Fault[] }).errors ?? [];
  } catch {
    return []; // A proxy's page of errors.
  }
}
