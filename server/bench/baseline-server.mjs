/**
 * The upper bound for this machine, in a process of its own, like the site: a bare HTTP server that runs one prepared statement for a path
 * and returns its rows as they are; or one that has the site's responses in memory, headers and compressed bodies. The parent sends the
 * task, and gets the port.
 */
import { createServer } from "node:http";
import pg from "pg";
import { request } from "undici";

/** Headers that belong to a connection; Node.js sets its own. */
const CONNECTION_HEADERS = /^(connection|keep-alive|date|transfer-encoding)$/i;

function rowsOf({ url, poolSize, statements }) {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  return (incoming, response) => {
    const name = incoming.url.slice(1);
    pool.query({ name, ...statements[name] }).then(
      ({ rows }) => {
        const body = JSON.stringify(rows);
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500).end(error.message),
    );
  };
}

async function copiesOf({ origin, paths, headers }) {
  const copies = new Map();
  for (const path of paths) {
    const answer = await request(origin + path, { headers });
    const kept = Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.test(name));
    copies.set(path, { headers: Object.fromEntries(kept), body: Buffer.from(await answer.body.arrayBuffer()) });
  }
  return (incoming, response) => {
    const { headers: sent, body } = copies.get(incoming.url);
    response.writeHead(200, sent).end(body);
  };
}

process.once("message", async (task) => {
  const server = createServer(task.statements ? rowsOf(task) : await copiesOf(task));
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
// The parent has exited or finished.
process.once("disconnect", () => process.exit());
