import { PassThrough, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type RequestPayload } from "fastify";
import { badInputError, type DomainError } from "../domain/domain-error";
import { maxChunks } from "./body-limits";
import { HttpError, sendError } from "./errors.route";

/** Far longer than any real media type with its parameters. */
const MAX_TYPE_LENGTH = 200;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route reads bodies by `receivedBody`: also in chunks, and compressed. */
    takesAnyBody?: boolean;
  }
}

/**
 * Rejects, before reading the body, requests that cost more to read than to send: in chunks or compressed, where nobody bounds what becomes of them.
 * Apollo Server's media type parser (whatwg-mimetype 4.0.0) is quadratic in a run of spaces: half a second for the longest header.
 */
export function rejectExpensiveBodies(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    closeIfBodyUnread(request, reply);
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { "content-type": type = "", "transfer-encoding": transfer } = request.headers;
    const { takesAnyBody = false } = request.routeOptions.config;
    const encoding = encodingOf(request);
    const accepted = takesAnyBody ? ["gzip", "identity"] : ["identity"];
    if (transfer !== undefined && !takesAnyBody) {
      done(new HttpError(411, "Bodies must have a Content-Length here, and must not be sent in chunks."));
    } else if (!accepted.includes(encoding)) {
      reply.header("accept-encoding", accepted[0]);
      done(
        new HttpError(
          415,
          takesAnyBody ? "Bodies may be compressed by gzip alone." : "Bodies must not be compressed here.",
        ),
      );
    } else if (type.length > MAX_TYPE_LENGTH) {
      done(new HttpError(415, "The content type is too long."));
    } else {
      done();
    }
  });
}

/** Of the body; a former name of gzip is gzip. */
function encodingOf({ headers }: FastifyRequest): string {
  return (headers["content-encoding"] ?? "identity")
    .trim()
    .toLowerCase()
    .replace(/^x-(?=gzip$)/, "");
}

/** The length of the body, in bytes, if the request tells it. */
export function toldLength(request: FastifyRequest): number | undefined {
  const { "content-length": length = "0", "transfer-encoding": transfer } = request.headers;
  return transfer === undefined && encodingOf(request) === "identity" ? Number(length) : undefined;
}

/**
 * Options of a route that reads bodies in chunks and compressed ones, too.
 * @param limitOf in bytes, for those who may send less
 */
export function takesAnyBody(
  bodyLimit: number,
  limitOf: (request: FastifyRequest) => number | Promise<number> = () => bodyLimit,
) {
  return {
    bodyLimit,
    config: { takesAnyBody: true },
    preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
      const limit = await limitOf(request);
      const length = toldLength(request);
      if (length !== undefined && length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (length !== undefined) return payload;
      const body = Readable.from(receivedBody(request, limit), { objectMode: false });
      // Fastify compares it with the header.
      return Object.assign(body, { receivedEncodedLength: Number(request.headers["content-length"] ?? 0) });
    },
  };
}

/**
 * The body as it was before it was compressed and cut into chunks. Nothing more of it is read or inflated once it has passed a limit; the connection stays
 * open for the answer.
 * @param limit in bytes, for what arrives and for what it is inflated to
 * @throws 413 past the limit and `maxChunks`, BAD_USER_INPUT if it is no gzip, or breaks off
 */
export async function* receivedBody(request: FastifyRequest, limit: number): AsyncGenerator<Buffer, void> {
  const { raw } = request;
  if (raw.destroyed) throw cutOffError();
  const plain = encodingOf(request) === "gzip" ? createGunzip() : new PassThrough();
  let [chunks, arrived, length] = [0, 0, 0];
  const count = (chunk: Buffer) => {
    chunks += 1;
    arrived += chunk.length;
    if (arrived > limit) plain.destroy(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    else if (chunks > maxChunks(limit)) plain.destroy(new HttpError(413, "The body comes in too many chunks."));
  };
  const notice = () => {
    if (!raw.complete) plain.destroy(cutOffError());
  };
  raw.on("data", count).once("close", notice);
  try {
    for await (const chunk of raw.pipe(plain) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      yield chunk;
    }
  } catch (error) {
    throw isOfZlib(error) ? badInputError("The body is no gzip, or ends too early.") : error;
  } finally {
    raw.off("data", count).off("close", notice);
  }
}

function cutOffError(): DomainError {
  return badInputError("The body did not arrive in full.");
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
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
    if (!hasBody(request) || isLong(request)) {
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

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Before the next request on the connection, a body that nobody reads would be received to its end all the same. */
export function closeIfBodyUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (hasBody(request) && request.body === undefined) reply.header("connection", "close");
}
