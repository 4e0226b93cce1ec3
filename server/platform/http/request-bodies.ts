import type { FastifyInstance, FastifyReply } from "fastify";

/** Far longer than any real media type with its parameters. */
const MAX_TYPE_LENGTH = 200;

/**
 * Answers 415, before reading the body, to requests that cost more to parse than to send. A compressed body of 150 bytes can
 * inflate to gigabytes, and inflating continues even after the request is refused. Apollo Server's media type parser
 * (whatwg-mimetype 4.0.0) is quadratic in a run of spaces: half a second for the longest header.
 */
export function rejectExpensiveBodies(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { "content-encoding": encoding = "identity", "content-type": type = "" } = request.headers;
    if (encoding.trim().toLowerCase() !== "identity") {
      refuse(reply.header("accept-encoding", "identity"), "Bodies must not be compressed.");
    } else if (type.length > MAX_TYPE_LENGTH) {
      refuse(reply, "The content type is too long.");
    } else {
      done();
    }
  });
}

function refuse(reply: FastifyReply, message: string): void {
  void reply.code(415).send({ errors: [{ message, extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] });
}
