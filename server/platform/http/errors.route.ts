import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Codes of Node and PostgreSQL for a database that cannot be reached or is just starting or stopping. */
const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/;

/** Whether an error, or one of its causes, says that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const driver = "driverError" in cause ? cause.driverError : undefined;
    if (DATABASE_AWAY.test(code) || /timeout exceeded when trying to connect|Connection terminated/.test(cause.message))
      return true;
    if (driver !== undefined && driver !== cause && isDatabaseAway(driver)) return true;
  }
  return false;
}

const CODES: Record<number, string> = {
  400: "BAD_REQUEST",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/** An error in the shape of a GraphQL error, without text of the database or of libraries. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  const status = isDatabaseAway(error) ? 503 : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, "A request failed");
  if (status === 503) reply.header("retry-after", "5");
  const code = CODES[status] ?? (status === 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR");
  const message =
    status < 500
      ? error.message
      : status === 503
        ? "The database cannot be reached."
        : "Something went wrong on our side.";
  return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
}

/** What no route answered itself. */
export function errorHandling(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(sendError);
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .header("cache-control", "no-store")
      .send({ errors: [{ message: "There is nothing at this address.", extensions: { code: "NOT_FOUND" } }] }),
  );
}
