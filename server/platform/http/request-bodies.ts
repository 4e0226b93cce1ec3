import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError, sendError } from "./errors.route";

/** Far longer than any real media type with its parameters. */
const MAX_TYPE_LENGTH = 200;

/**
 * Rejects, before reading the body, requests that cost more to read than to send. A compressed body of 150 bytes can inflate to
 * gigabytes, and inflating continues even after the request is refused. Apollo Server's media type parser (whatwg-mimetype 4.0.0) is
 * quadratic in a run of spaces: half a second for the longest header. And Node makes an event and a buffer of every chunk of a
 * chunked body: one byte each, they take a hundred times as long as the same bytes at once.
 */
export function rejectExpensiveBodies(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    closeIfBodyUnread(request, reply);
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    const {
      "content-encoding": encoding = "identity",
      "content-type": type = "",
      "transfer-encoding": transfer,
    } = request.headers;
    if (transfer !== undefined) {
      done(new HttpError(411, "Bodies must have a Content-Length and must not be sent in chunks."));
    } else if (encoding.trim().toLowerCase() !== "identity") {
      reply.header("accept-encoding", "identity");
      done(new HttpError(415, "Bodies must not be compressed."));
    } else if (type.length > MAX_TYPE_LENGTH) {
      done(new HttpError(415, "The content type is too long."));
    } else {
      done();
    }
  });
}

/**
 * How long a body may take to arrive. Node knows one limit for all requests, which is that of the longest.
 * @param isLong whether a request's route has a limit of its own
 */
export function limitBodyTime(
  app: FastifyInstance,
  limitMs: number,
  isLong: (request: FastifyRequest) => boolean,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (Number(request.headers["content-length"] ?? 0) === 0 || isLong(request)) {
      done();
      return;
    }
    const timer = setTimeout(() => {
      if (!raw.readableEnded && !reply.sent)
        sendError(new HttpError(408, "The body took too long to arrive."), request, reply);
    }, limitMs);
    reply.raw.once("close", () => clearTimeout(timer));
    done();
  });
}

/** Before the next request on the connection, a body that nobody reads would be received to its end all the same. */
export function closeIfBodyUnread({ headers, body }: FastifyRequest, reply: FastifyReply): void {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && body === undefined) reply.header("connection", "close");
}
