/**
 * The upper bound for this machine: a bare HTTP server with the site's exact responses in memory, headers and compressed bodies.
 * Runs in its own process, like the site; the parent sends the URLs to fetch, and gets the port.
 */
import { createServer, get } from "node:http";

/** Headers that belong to a connection; Node.js sets its own. */
const CONNECTION_HEADERS = /^(connection|keep-alive|date|transfer-encoding)$/i;

/** Fetches a response of the site. */
function answerOf(address, headers) {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const kept = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.test(name));
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
// The parent has exited or finished.
process.once("disconnect", () => process.exit());
