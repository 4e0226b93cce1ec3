/**
 * What this machine can serve at all: a bare HTTP server with the very answers of the site in memory, headers and compressed
 * bytes. A process of its own, like the site; told by its parent where to get them, and tells the port.
 */
import { createServer, get } from "node:http";

/** Node.js sets these itself; the site's are those of one connection. */
const OF_CONNECTION = /^(connection|keep-alive|date|transfer-encoding)$/i;

/** An answer as the site gives it. */
function answerOf(address, headers) {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const kept = Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.test(name));
        resolve({ status: response.statusCode, headers: Object.fromEntries(kept), body: Buffer.concat(chunks) });
      });
    }).on("error", reject);
  });
}

process.once("message", async ({ origin, paths, headers }) => {
  const full = new Map();
  const unchanged = new Map();
  for (const path of paths) {
    const answer = await answerOf(origin + path, headers);
    full.set(path, answer);
    unchanged.set(path, await answerOf(origin + path, { ...headers, "if-none-match": answer.headers.etag }));
  }
  const server = createServer((request, response) => {
    const answers = request.headers["if-none-match"] === full.get(request.url).headers.etag ? unchanged : full;
    const { status, headers, body } = answers.get(request.url);
    response.writeHead(status, headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
// The parent is gone or done.
process.once("disconnect", () => process.exit());
