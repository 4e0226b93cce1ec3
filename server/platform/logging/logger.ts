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
 * Logs only these properties of an error: database errors also contain the statement's parameters, which are user input, a "detail"
 * that repeats the offending row, and even the connection with its settings.
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

/** Writes one line of JSON per event, to standard output by default. */
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

/** For Fastify's `genReqId`. Keeps a proxy's id only if it cannot forge or flood log lines. */
export function requestId(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(given) ? given : randomUUID();
}
