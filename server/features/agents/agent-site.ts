import type { Locale } from "../../../contract/locales";
import type { Locale as ApiLocale, TypedDocumentString } from "../../gql/graphql";

/** The API as one request of an agent may use it: with the access, limits and errors of `/graphql`. */
export interface AgentSite {
  /** The site's address with its base path, without a trailing slash. */
  url: string;
  /** The language of answers for which the agent names none. */
  locale: Locale;
  /** @throws OperationError with the first error of the answer */
  run<Result, Variables>(operation: TypedDocumentString<Result, Variables>, variables: Variables): Promise<Result>;
  /** Logs an error that is our mistake. */
  report(error: unknown): void;
}

/** An error as the API tells it: the code, and the rest of its `extensions`. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** The same error for an agent, without messages of databases and libraries. Unexpected ones are logged. */
export function operationErrorOf(error: unknown, site: Pick<AgentSite, "report">): OperationError {
  if (error instanceof OperationError) return error;
  site.report(error);
  return new OperationError("INTERNAL_SERVER_ERROR", "Something went wrong on our side.");
}

export function apiLocale(locale: Locale): ApiLocale {
  return locale.toUpperCase() as ApiLocale;
}

export function siteLocale(locale: ApiLocale): Locale {
  return locale.toLowerCase() as Locale;
}
