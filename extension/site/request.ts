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

interface Answer<TData> {
  data?: TData | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * Sends an operation to a site's GraphQL API.
 * @param site its address without a trailing slash
 * @throws SiteAwayError, RefusedError
 */
export async function request<TData, TVariables>(
  site: string,
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  signal: AbortSignal,
): Promise<TData> {
  const { data, errors } = await send<TData>(site, JSON.stringify({ query: document.toString(), variables }), signal);
  const [error] = errors ?? [];
  if (error) throw new RefusedError(error.extensions?.code ?? "", error.message);
  if (!data) throw new SiteAwayError(`${site} answered without data.`);
  return data;
}

/** Whatever is no answer of the API is a site that is away: a proxy's error page, a hotel's login. */
async function send<TData>(site: string, body: string, signal: AbortSignal): Promise<Answer<TData>> {
  try {
    const response = await fetch(`${site}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body,
      signal,
    });
    return (await response.json()) as Answer<TData>;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new SiteAwayError(`${site} does not answer.`, { cause: error });
  }
}
