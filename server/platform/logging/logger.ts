import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { pino, type DestinationStream, type Logger } from "pino";
import type { Config } from "../config/config";

/** Secrets never reach the log. */
const REDACTED = [
  "authorization",
  "cookie",
  "headers.authorization",
  "headers.cookie",
  "req.headers.authorization",
  "req.headers.cookie",
  'res.headers["set-cookie"]',
];

/**
 * What is told of an error. Only this: errors of the database hold the parameters of the statement, which are what people
 * typed, a "detail" that repeats the offending row, and even the connection with its settings.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...("code" in error ? { code: error.code } : {}),
    ...("query" in error ? { query: error.query } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** One line of JSON an event, on standard output unless told otherwise. */
export function createLogger(config: Pick<Config, "logLevel">, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: REDACTED, censor: "[redacted]" },
    base: undefined,
    serializers: { err: describeError, error: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** For Fastify's `genReqId`: a proxy's id is kept only when it cannot forge a log line or flood it. */
export function requestId(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(given) ? given : randomUUID();
}
