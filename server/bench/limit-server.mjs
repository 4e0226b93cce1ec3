/**
 * The upper bound for this machine: a bare HTTP server that runs one prepared statement per page and returns its rows as they are.
 * Runs in its own process, like the site; the parent sends the statements, and gets the port.
 */
import { createServer } from "node:http";
import pg from "pg";

process.once("message", ({ url, poolSize, statements }) => {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    request.resume();
    pool.query({ name, text: statements[name].text, values: statements[name].values }).then(
      ({ rows }) => {
        const body = JSON.stringify(rows);
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
// The parent has exited or finished.
process.once("disconnect", () => process.exit());
