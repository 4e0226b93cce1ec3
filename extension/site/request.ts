import { onlineManager } from "@tanstack/react-query";
import type { TypedDocumentString } from "../gql/graphql";

/** The site did not answer: no network, or nobody there. */
export class SiteAwayError extends Error {
  override name = "SiteAwayError";
}

/** The site has refused a request. */
export class RefusedError extends Error {
  override name = "RefusedError";

  /** @param code of the first error, as the API's documentation lists them */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The site does not know the token any more. */
export function isTokenRefused(error: Error): boolean {
  return error instanceof RefusedError && error.code === "UNAUTHENTICATED";
}

interface Answer<TData> {
  data?: TData | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Whom the panel asks, and as whom. */
export interface Caller {
  /** The site's address without a trailing slash. */
  site: string;
  /** An API token; null as a visitor. */
  token: string | null;
}

/**
 * Sends an operation to a site's GraphQL API.
 * @throws SiteAwayError, RefusedError
 */
export async function request<TData, TVariables>(
  caller: Caller,
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  signal?: AbortSignal,
): Promise<TData> {
  const { site } = caller;
  const { data, errors } = await send<TData>(caller, JSON.stringify({ query: document.toString(), variables }), signal);
  const [error] = errors ?? [];
  if (error) throw new RefusedError(error.extensions?.code ?? "", error.message);
  if (!data) throw new SiteAwayError(`${site} answered without data.`);
  return data;
}

/**
 * Whatever is no answer of the API is a site that is away: a proxy's error page, a hotel's login. Hearts and votes wait until there is an
 * answer again.
 */
async function send<TData>({ site, token }: Caller, body: string, signal?: AbortSignal): Promise<Answer<TData>> {
  try {
    const response = await fetch(`${site}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      // The session that the browser has on the site is not the panel's.
      credentials: "omit",
      body,
      signal: signal ?? null,
    });
    const answer = (await response.json()) as Answer<TData>;
    onlineManager.setOnline(true);
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    onlineManager.setOnline(false);
    throw new SiteAwayError(`${site} does not answer.`, { cause: error });
  }
}
