/**
 * The crowd of `npm run bench -- overload`, in a process of its own, and its readers in a thread of theirs: on the thread of the site, of
 * the benchmark or of the searchers they would measure how long that has no time for them.
 * The parent sends one task and gets the figures. Searchers send the next request
 * at once; patient ones wait for a second after a refusal, as Retry-After asks.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Between two pages of a reader. */
const READING_MS = 50;
const HEALTH_MS = 100;
const PATIENT_MS = 1000;
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");
const SEARCH = `query ($query: String!) { prompts(locale: EN, first: 20, filter: { query: $query }) { nodes { id tags { slug } text(locale: EN) { title remark excerpt } } } }`;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function send(address, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    request(address, { method, headers, agent }, (response) => {
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, ms: performance.now() - begun }));
      response.resume();
    })
      .on("error", reject)
      .end(body);
  });
}

function anyWord() {
  const length = 2 + Math.floor(Math.random() * 3);
  return Array.from({ length }, () => SYLLABLES[Math.floor(Math.random() * SYLLABLES.length)]).join("");
}

/** Every other searcher opens pages, the others ask the API. A third of what is searched for has words that occur. */
function searchOf(origin, words, index) {
  const known = words[Math.floor(Math.random() * words.length * 3)];
  const query = known === undefined ? anyWord() : `${known} ${anyWord()}`;
  if (index % 2 === 0) return [`${origin}/?q=${encodeURIComponent(query)}`, {}];
  const body = JSON.stringify({ query: SEARCH, variables: { query } });
  return [`${origin}/graphql`, { method: "POST", body, headers: { "content-type": "application/json" } }];
}

function summary(times) {
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? Number.NaN;
  return { count: times.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

async function search({ origin, connections, addresses, words, patient }, end) {
  const statuses = {};
  const searching = Array.from({ length: connections }, async (_, index) => {
    const client = index % addresses;
    const from = { "x-forwarded-for": `127.0.${client >> 8}.${(client & 255) + 1}` };
    while (performance.now() < end) {
      const [address, options] = searchOf(origin, words, index);
      const status = await send(address, {
        ...options,
        headers: { ...options.headers, ...from, "accept-encoding": "gzip" },
      }).then(
        (answer) => answer.status,
        () => "broken",
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (patient && status !== 200) await delay(PATIENT_MS);
    }
  });
  return { statuses, all: Promise.all(searching) };
}

async function read({ origin, readers, pages }, end) {
  const failed = { readers: 0, health: 0 };
  const poll = async (address, headers, pause, times, kind) => {
    while (performance.now() < end) {
      const answer = await send(address(), { headers }).catch(() => ({ status: 0, ms: Number.NaN }));
      if (answer.status === 200) times.push(answer.ms);
      else failed[kind] += 1;
      await delay(pause);
    }
  };
  const times = [];
  const healthy = [];
  const reading = Array.from({ length: readers }, (_, index) => {
    const headers = { "x-forwarded-for": `127.1.0.${index + 1}`, "accept-encoding": "br" };
    return poll(() => origin + pages[Math.floor(Math.random() * pages.length)], headers, READING_MS, times, "readers");
  });
  await Promise.all([...reading, poll(() => `${origin}/healthz`, {}, HEALTH_MS, healthy, "health")]);
  return { failed, readers: summary(times), health: summary(healthy) };
}

if (isMainThread) {
  process.once("message", async (task) => {
    const reading = new Worker(new URL(import.meta.url), { workerData: task });
    const { statuses, all } = await search(task, performance.now() + task.ms);
    const [result] = await once(reading, "message");
    // What waits is answered, or given up: recovery counts from here.
    process.send({ statuses, ...result });
    await all;
  });
  // The parent has what it wants.
  process.once("disconnect", () => process.exit());
} else {
  parentPort.postMessage(await read(workerData, performance.now() + workerData.ms));
}
