import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { GraphQLError } from "graphql";
import { PRODUCT_NAME } from "../../../contract/product";
import { DomainError, type DomainErrorCode } from "../domain/domain-error";

/** Error codes of Node and PostgreSQL for a database that is unreachable, starting up or shutting down, or does not answer in time. */
const DATABASE_UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57014|57P0[123]|08\w{3}|53300)$/;

/** Whether an error, or one of its causes, means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const driver = "driverError" in cause ? cause.driverError : undefined;
    if (
      DATABASE_UNAVAILABLE.test(code) ||
      /timeout exceeded when trying to connect|Connection terminated/.test(cause.message)
    )
      return true;
    if (driver !== undefined && driver !== cause && isDatabaseUnavailable(driver)) return true;
  }
  return false;
}

/** What clients learn of it. */
export const DATABASE_UNAVAILABLE_ERROR = new DomainError("SERVICE_UNAVAILABLE", "The database does not answer.", {
  retryAfter: 5,
});

/** Codes for errors that have only an HTTP status. */
export const HTTP_CODES: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  406: "NOT_ACCEPTABLE",
  408: "REQUEST_TIMEOUT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/** Of a request that such an error refuses as a whole. */
export const HTTP_STATUS: Readonly<Record<DomainErrorCode, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

interface ErrorResponse {
  status: number;
  message: string;
  /** What programs read: the code, and what GraphQL says beside it. */
  extensions: Record<string, unknown> & { code: string };
  /** In seconds. */
  retryAfter?: number;
}

function responseFor(error: Failure): ErrorResponse {
  if (error instanceof DomainError) {
    const { code, message, details } = error;
    const { retryAfter } = details;
    return {
      status: HTTP_STATUS[code],
      message,
      extensions: { code, ...details },
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }
  if (error instanceof GraphQLError && error.extensions["http"] !== undefined) {
    const { http, code, ...extensions } = error.extensions;
    const { status } = http as { status: number };
    return { status, message: error.message, extensions: { code: String(code), ...extensions } };
  }
  const statusCode = "statusCode" in error ? error.statusCode : undefined;
  // A client connection that breaks while its request is read causes an error with a status code: the database is not involved.
  if (statusCode === undefined && isDatabaseUnavailable(error)) return responseFor(DATABASE_UNAVAILABLE_ERROR);
  const status = statusCode ?? 500;
  const code = status >= 500 ? "INTERNAL_SERVER_ERROR" : (HTTP_CODES[status] ?? "BAD_REQUEST");
  const message = status >= 500 ? "Something went wrong on our side." : error.message;
  return { status, message, extensions: { code, ...(error instanceof HttpError && error.extensions) } };
}

/** A refusal that only HTTP knows. */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    /** Instead of the code of the status, and beside it. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Whatever a route may throw; what is none of ours says nothing of itself. */
export type Failure = FastifyError | HttpError | DomainError | GraphQLError;

/** Sends an error in the GraphQL error format, without messages from the database or from libraries. */
export function sendError(error: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, extensions } = answerError(error, request, reply);
  return reply.type("application/json; charset=utf-8").send({ errors: [{ message, extensions }] });
}

/** Gives the response all that it needs but its body. */
export function answerError(error: Failure, request: FastifyRequest, reply: FastifyReply): ErrorResponse {
  const response = responseFor(error);
  const { status, retryAfter } = response;
  // Overload errors are not logged here, so that a flood does not fill the log too; the access log has a line per request.
  if (status >= 500 && !(error instanceof DomainError)) request.log.error({ err: error }, "A request failed");
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  if (status === 401) reply.header("www-authenticate", challengeTo(request, response.message));
  reply.code(status).header("cache-control", "no-store");
  return response;
}

/**
 * What a 401 must tell (RFC 6750, 3): how to authenticate, and whether a token that was sent is of no use.
 * @param reason of a token, in ASCII
 */
export function challengeTo({ headers }: FastifyRequest, reason = ""): string {
  const challenge = `Bearer realm="${PRODUCT_NAME}"`;
  if (!/^\s*bearer\b/i.test(headers.authorization ?? "")) return challenge;
  return `${challenge}, error="invalid_token", error_description="${reason.replace(/["\\]/g, "'")}"`;
}

/** Handles errors thrown by routes, and requests that match no route. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler<Failure>(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(new DomainError("NOT_FOUND", "There is nothing at this address."), request, reply),
  );
}
