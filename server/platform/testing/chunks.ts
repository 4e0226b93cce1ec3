import { request } from "node:http";
import type { FastifyInstance } from "fastify";

export interface ChunksAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a body over a connection as its chunks are, unless a header tells its length. Makes the app listen on first use. */
export async function sendChunks(
  app: FastifyInstance,
  path: string,
  chunks: readonly (string | Buffer)[],
  headers: Record<string, string>,
): Promise<ChunksAnswer> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", agent: false, headers });
    let isAnswered = false;
    sent.on("response", (response) => {
      isAnswered = true;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on("error", reject);
    });
    // Whoever is refused may not have been able to send everything.
    sent.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}
