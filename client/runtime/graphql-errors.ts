import { CombinedGraphQLErrors, ServerError } from "@apollo/client";

interface GraphqlError {
  extensions?: { code?: unknown; retryAfter?: unknown } | undefined;
}

const MAX_CHAIN = 5;

export function graphqlErrorsOf(error: unknown): readonly GraphqlError[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors;
  if (!ServerError.is(error)) return [];
  try {
    return (JSON.parse(error.bodyText) as { errors?: readonly GraphqlError[] }).errors ?? [];
  } catch {
    return []; // The error page of a proxy.
  }
}

/** How many minutes to wait, if too much was asked for; null if it is not that. */
export function minutesToWait(error: unknown): number | null {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CHAIN; at = at.cause, depth += 1) {
    const limit = graphqlErrorsOf(at).find(({ extensions }) => extensions?.code === "RATE_LIMITED");
    if (!limit) continue;
    const seconds = limit.extensions?.retryAfter;
    return Math.max(1, Math.ceil((typeof seconds === "number" ? seconds : 60) / 60));
  }
  return null;
}
