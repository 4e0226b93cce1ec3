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
