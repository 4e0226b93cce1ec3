import type { FastifyInstance, FastifyReply } from "fastify";

/** Far more than any type with its parameters has. */
const LONGEST_TYPE = 200;

/**
 * Answers 415 to bodies that cost more to understand than to send, before anything of them is read. A compressed one of 150 bytes can
 * become gigabytes, and who inflates it works on after having refused it. Apollo Server's parser of the type (whatwg-mimetype 4.0.0)
 * takes time with the square of a run of blanks: half a second for the longest header.
 */
export function rejectExpensiveBodies(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { "content-encoding": encoding = "identity", "content-type": type = "" } = request.headers;
    if (encoding.trim().toLowerCase() !== "identity") {
      refuse(reply.header("accept-encoding", "identity"), "Bodies must not be compressed.");
    } else if (type.length > LONGEST_TYPE) {
      refuse(reply, "The content type is too long.");
    } else {
      done();
    }
  });
}

function refuse(reply: FastifyReply, message: string): void {
  void reply.code(415).send({ errors: [{ message, extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] });
}
