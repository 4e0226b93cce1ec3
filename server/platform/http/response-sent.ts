import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Calls back once, when the response has been sent or its connection has closed. Listens to the socket as well: of pipelined
 * requests only the first response is attached to it, and Node does not tell the others when it closes.
 * @returns a function that stops listening
 */
export function onResponseSent(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  onSent: () => void,
): () => void {
  const stop = () => {
    raw.off("finish", sent).off("close", sent);
    socket.off("close", sent);
  };
  const sent = () => {
    stop();
    onSent();
  };
  raw.on("finish", sent).on("close", sent);
  socket.on("close", sent);
  return stop;
}
