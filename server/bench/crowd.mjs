/**
 * Searchers or readers of `npm run bench -- crowd`, in a process of their own: on that of the site or of the benchmark they would measure how
 * long it has no time for them. The parent sends one task and gets the figures. Searchers send the next request at once.
 */
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Between two pages of a reader. */
const READING_MS = 50;
const HEALTH_MS = 100;
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");
const SEARCH = `query ($query: String!) { prompts(locale: EN, first: 20, filter: { query: $query }) { nodes { id tags { slug } text(locale: EN) { title remark excerpt } } } }`;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** @returns the status; 0 for a connection that broke off */
function send(address, { body, ...options } = {}) {
  return new Promise((resolve) => {
    request(address, { ...options, agent }, (response) => {
      response.on("error", () => resolve(0)).on("end", () => resolve(response.statusCode));
      response.resume();
    })
      .on("error", () => resolve(0))
      .end(body);
  });
}

const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Every other searcher opens pages, the others ask the API. A third of what is searched for has words that occur. */
function searchOf(origin, words, index) {
  const word = Array.from({ length: 3 }, () => any(SYLLABLES)).join("");
  const query = Math.random() < 1 / 3 ? `${any(words)} ${word}` : word;
  if (index % 2 === 0) return [`${origin}/?q=${encodeURIComponent(query)}`, { headers: { "accept-encoding": "gzip" } }];
  const body = JSON.stringify({ query: SEARCH, variables: { query } });
  return [`${origin}/graphql`, { method: "POST", body, headers: { "content-type": "application/json" } }];
}

async function search({ origin, connections, addresses, words, ms }) {
  const statuses = {};
  const end = performance.now() + ms;
  const searcher = async (_, index) => {
    const from = { "x-forwarded-for": `127.0.${(index % addresses) >> 8}.${((index % addresses) & 255) + 1}` };
    while (performance.now() < end) {
      const [address, options] = searchOf(origin, words, index);
      const status = await send(address, { ...options, headers: { ...options.headers, ...from } });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  // What still waits then is given up when the parent ends the process.
  await Promise.race([Promise.all(Array.from({ length: connections }, searcher)), delay(ms)]);
  return statuses;
}

async function read({ origin, readers, pages, ms }) {
  const end = performance.now() + ms;
  const poll = async (paths, headers, pause, seen) => {
    while (performance.now() < end) {
      const begun = performance.now();
      if ((await send(origin + any(paths), { headers })) === 200) seen.times.push(performance.now() - begun);
      else seen.failed += 1;
      await delay(pause);
    }
  };
  const [pagesSeen, health] = [1, 2].map(() => ({ failed: 0, times: [] }));
  const headersOf = (index) => ({ "x-forwarded-for": `127.1.0.${index + 1}`, "accept-encoding": "br" });
  await Promise.all([
    ...Array.from({ length: readers }, (_, index) => poll(pages, headersOf(index), READING_MS, pagesSeen)),
    poll(["/healthz"], {}, HEALTH_MS, health),
  ]);
  return { pages: pagesSeen, health };
}

process.once("message", async (task) => process.send(await (task.readers ? read : search)(task)));
// The parent has what it wants.
process.once("disconnect", () => process.exit());
