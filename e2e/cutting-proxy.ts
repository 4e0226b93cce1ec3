import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A proxy for a browser, on a network that breaks off in the middle of an upload. */
export interface CuttingProxy {
  server: string;
  /** How many uploads it has cut. */
  cuts: number;
  /** From now on uploads pass. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * @param afterBytes of the body of each POST to `path`; only so many reach the site. If they are many, the system makes room for
 * megabytes more, and the browser takes them for sent.
 */
export async function startCuttingProxy(path: string, afterBytes: number): Promise<CuttingProxy> {
  let isCutting = true;
  const proxy = createServer((incoming, outgoing) => {
    const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const forward = request({ hostname, port, method, headers, path: pathname + search }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => incoming.socket.destroy());
    outgoing.on("close", () => forward.destroy());
    if (isCutting && method === "POST" && pathname === path) {
      let arrived = 0;
      incoming.on("data", (chunk: Buffer) => {
        forward.write(chunk.subarray(0, afterBytes - arrived));
        arrived += chunk.length;
        if (arrived < afterBytes) return;
        incoming.pause();
        started.cuts += 1;
        incoming.socket.destroy();
        forward.destroy();
      });
    } else incoming.pipe(forward);
  });
  const started: CuttingProxy = {
    server: "",
    cuts: 0,
    mend: () => {
      isCutting = false;
    },
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      proxy.closeAllConnections();
      await closed;
    },
  };
  // Requests that a journey sends itself.
  proxy.on("connect", (incoming, socket: Socket) => {
    const { hostname, port } = new URL(`http://${incoming.url ?? ""}`);
    const tunnel = connect(Number(port), hostname, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    tunnel.pipe(socket).pipe(tunnel);
    for (const end of [tunnel, socket]) end.on("error", () => [tunnel, socket].forEach((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  started.server = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  return started;
}
