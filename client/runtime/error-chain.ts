import { CombinedGraphQLErrors, ServerError } from "@apollo/client";

/** An error as JSON: its name, its message and those of its causes. Never the stack, which would expose paths. */
export interface ErrorDescription {
  name: string;
  chain: string[];
}

const MAX_CHAIN = 5;

/** The page's code or data failed to load. A retry may help; the page itself is not broken. */
export class PageLoadError extends Error {
  override readonly name = "PageLoadError";
}

/** There is no page at the document's URL. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

export function errorChain(error: unknown): string[] {
  const chain: string[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < MAX_CHAIN;) {
    chain.push(at instanceof Error ? at.message || at.name : typeof at === "string" ? at : typeof at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return chain;
}

/** Whether no server could be reached. Browsers report that as a TypeError, of data as of code. */
export function isConnectionFailure(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CHAIN; at = at.cause, depth += 1) {
    if (at instanceof TypeError) return true;
  }
  return false;
}

interface GraphqlError {
  extensions?: { code?: unknown; retryAfter?: unknown } | undefined;
}

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

export function describeError(error: unknown): ErrorDescription {
  return { name: error instanceof Error ? error.name : "Error", chain: errorChain(error) };
}

export function reviveError({ name, chain }: ErrorDescription): Error {
  const [message = "", ...causes] = chain;
  const cause = causes.length > 0 ? reviveError({ name: "Error", chain: causes }) : undefined;
  const options = cause ? { cause } : undefined;
  if (name === "PageLoadError") return new PageLoadError(message, options);
  return name === "NotFoundError" ? new NotFoundError(message, options) : new Error(message, options);
}
