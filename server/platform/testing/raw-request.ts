import { connect } from "node:net";
import type { FastifyInstance } from "fastify";

/** A connection on which a test sends raw bytes. */
export interface RawConnection {
  write(text: string): void;
  /** Everything received, once the server has closed the connection. */
  closed: Promise<string>;
}

/** Makes the app listen on first use. */
export async function openRaw(app: FastifyInstance): Promise<RawConnection> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("The app listens on no port.");
  const socket = connect(address.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => (answer += chunk));
  // The server may close the connection during a write.
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
  return { write: (text) => void socket.write(text), closed };
}

export interface RawAnswer {
  status: number;
  /** Keyed by lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** Sends a request with this exact target, which HTTP clients would normalize. */
export async function sendRaw(app: FastifyInstance, method: string, target: string): Promise<RawAnswer> {
  const { write, closed } = await openRaw(app);
  write(`${method} ${target} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`);
  return parseRaw(await closed);
}

export function parseRaw(answer: string): RawAnswer {
  const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]);
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers) as Record<string, string>, body };
}
