import { createServer } from "node:net";
import type { DataSource } from "typeorm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startDatabaseProxy } from "../testing/database-proxy";
import { clearJobs, hurryJobs, JOB_TASKS, JOBS, KNOWN_CRONTABS } from "../testing/job-queue";
import { createQueueDatabase } from "../testing/test-database";
import { enqueueJob, removeJobs } from "./enqueue-job";
import { type JobKind, type JobTask, jobTask, scheduledJob } from "./job";
import { JobRunner, type JobRunnerOptions } from "./job-runner";

const WORK: JobKind<{ n: number }> = { name: "work", maxAttempts: 3 };
const SECRET = "SECRET";
const NEVER_MS = 3_600_000;
/** A process counts as dead after half a second. */
const SOON = { pollMs: 50, scanMs: 50, graceMs: 300 };

/** Has the queue alone: jobs need nothing else of the site, whose copy takes half a second. */
let database: Awaited<ReturnType<typeof createQueueDatabase>>;
let sql: DataSource;
const cleanUps: (() => Promise<unknown>)[] = [];
const log: { level: string; text: string }[] = [];

beforeAll(async () => {
  database = await createQueueDatabase();
  sql = database.dataSource;
});
afterAll(() => database.drop());
beforeEach(() => {
  log.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await clearJobs(sql);
});

const write =
  (level: string) =>
  (...said: unknown[]) =>
    void log.push({ level, text: JSON.stringify(said) });
const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
const logged = () => log.filter(({ level }) => level !== "debug").map(({ text }) => text);

/** A job runner like that of one process. It is woken by notifications only, unless the test sets `pollMs`. */
async function runner(tasks: JobTask[], options: Partial<JobRunnerOptions> = {}): Promise<JobRunner> {
  const started = new JobRunner({ url: database.url, tasks, logger, pollMs: NEVER_MS, ...options });
  cleanUps.push(() => started.close(100));
  await started.start();
  return started;
}

async function proxied() {
  const proxy = await startDatabaseProxy(database.url);
  cleanUps.push(() => proxy.cut());
  return proxy;
}

/** Stops the clock by which grace periods are measured. @returns a function that advances it */
function stopClock() {
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  cleanUps.push(() => {
    clock.mockRestore();
    return Promise.resolve();
  });
  return (ms: number) => void (now += ms);
}

const enqueue = (n: number, key: string | null = null) =>
  sql.transaction((manager) => enqueueJob(manager, WORK, { n }, { key }));

/** Queues a job that a process had started before it died. */
async function abandon(n: number, attempts = 1): Promise<void> {
  await sql.transaction(async (manager) => {
    await enqueueJob(manager, WORK, { n });
    await manager.query(
      `update ${JOBS} set locked_at = now(), locked_by = 'worker-gone', attempts = $2 where payload ->> 'n' = $1`,
      [n, attempts],
    );
  });
}

interface Row {
  n: number;
  attempts: number;
  key: string | null;
  error: string | null;
  locked: boolean;
}
const rows = () =>
  sql.query<Row[]>(
    `select (payload ->> 'n')::int as n, attempts, key, last_error as error, locked_at is not null as locked
       from ${JOBS} order by id`,
  );
const empty = () => expect.poll(rows).toEqual([]);

/** A task that runs until `release` is called. */
function heldWork() {
  const begun: number[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const task = jobTask(WORK, async ({ n }) => {
    begun.push(n);
    await held;
  });
  const waitFor = (...expected: number[]) => expect.poll(() => begun).toEqual(expected);
  return { task, begun, waitFor, release: () => release() };
}

/** A task that ends at once. */
function quickWork() {
  const done: number[] = [];
  const task = jobTask(WORK, async ({ n }) => void done.push(n));
  return { task, done, waitFor: (n: number) => expect.poll(() => done).toContain(n) };
}

describe("a key", () => {
  test("survives a race between queueing a job and starting the one it would replace", async () => {
    // Registers the task name, which the second transaction would otherwise wait for.
    await enqueue(0);
    await clearJobs(sql);
    const first = sql.createQueryRunner();
    await first.startTransaction();
    await enqueueJob(first.manager, WORK, { n: 1 }, { key: "k" });
    const second = enqueue(2, "k");
    await expect
      .poll(() =>
        sql.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
      )
      .toHaveLength(1);
    // The job starts at the very moment of its commit.
    await first.query(`update ${JOBS} set locked_at = now(), locked_by = 'worker-quick'`);
    await first.commitTransaction();
    await first.release();
    await second;
    expect(await rows()).toMatchObject([
      { n: 1, key: null, locked: true },
      { n: 2, key: "work:k", locked: false },
    ]);
  });

  test("is local to its kind of job", async () => {
    await enqueue(1, "k");
    await sql.transaction((manager) => removeJobs(manager, { name: "other", maxAttempts: 1 }, ["k"]));
    await sql.transaction((manager) => enqueueJob(manager, { name: "other", maxAttempts: 1 }, { n: 2 }, { key: "k" }));
    expect(await rows()).toMatchObject([{ n: 1 }, { n: 2 }]);
  });
});

test("a job does not run before its time", async () => {
  const { task, done } = quickWork();
  await runner([task], { pollMs: 50 });
  const later = new Date(Date.now() + NEVER_MS);
  await sql.transaction((manager) => enqueueJob(manager, WORK, { n: 1 }, { key: "k", runAt: later }));
  await enqueue(2);
  await expect.poll(rows).toMatchObject([{ n: 1, attempts: 0 }]);
  await enqueue(1, "k");
  await empty();
  expect(done).toEqual([2, 1]);
});

test("a failing task is retried, and its job is deleted after the last attempt", async () => {
  const failing = jobTask(WORK, () => Promise.reject(new Error(SECRET)));
  await runner([failing], { pollMs: 50, scanMs: NEVER_MS });
  await enqueue(1);
  for (let attempts = 1; attempts < 3; attempts += 1) {
    await expect.poll(rows).toMatchObject([{ attempts, error: "failed", locked: false }]);
    expect(logged().filter((text) => text.includes("A job failed, it will be retried"))).toHaveLength(attempts);
    await hurryJobs(sql);
  }
  await empty();
  expect(logged().filter((text) => text.includes("A job failed for the last time"))).toHaveLength(1);
});

describe("a scheduled job", () => {
  /** Starts runners just before the given minute of a past hour, and sets the clock to it once they have registered their jobs. */
  async function atMinute(minute: number, ...processes: JobTask[][]): Promise<JobRunner[]> {
    const time = Date.UTC(2026, 0, 1, 10, minute);
    vi.useFakeTimers({ toFake: ["Date"], now: time - 50 });
    const runners: JobRunner[] = [];
    for (const tasks of processes) runners.push(await runner(tasks, { pollMs: 50 }));
    const names = [...new Set(processes.flat().map(({ name }) => name))];
    const known = `select 1 from ${KNOWN_CRONTABS} where identifier = any($1)`;
    await expect.poll(() => sql.query(known, [names])).toHaveLength(names.length);
    vi.setSystemTime(time + 10);
    return runners;
  }

  test("runs once for all processes each time, and missed runs are not caught up on", async () => {
    const ran: string[] = [];
    const task = (name: string) => scheduledJob(name, "*/10 * * * *", async () => void ran.push(name));
    const processes = [
      [task("shared"), task("of one")],
      [task("shared"), task("of the other")],
    ];
    for (const [minute, times] of [
      [10, 1],
      [40, 2],
    ] as const) {
      const runners = await atMinute(minute, ...processes);
      for (const own of ["of one", "of the other"])
        await expect.poll(() => ran.filter((name) => name === own)).toHaveLength(times);
      await empty();
      expect(ran.filter((name) => name === "shared")).toHaveLength(times);
      for (const each of runners) await each.close(1000);
    }
  });

  test("is retried soon after it fails, and runs again at its next time", async () => {
    let fails = true;
    let ran = 0;
    const task = scheduledJob("flaky", "* * * * *", async () => {
      ran += 1;
      if (fails) throw new Error("away");
    });
    const [first] = await atMinute(10, [task]);
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      await expect.poll(() => ran).toBe(attempts);
      await expect.poll(async () => (await rows()).some(({ locked }) => locked)).toBe(false);
      await hurryJobs(sql);
    }
    await empty();
    await first?.close(1000);
    fails = false;
    await atMinute(11, [task]);
    await expect.poll(() => ran).toBe(4);
    await empty();
  });
});

describe("the jobs of a dead process", () => {
  test("are run by another process, after the grace period", async () => {
    await abandon(1);
    const { task, waitFor } = quickWork();
    const advance = stopClock();
    await runner([task], { ...SOON, graceMs: NEVER_MS });
    advance(NEVER_MS - 1);
    await enqueue(2);
    await waitFor(2);
    await expect.poll(rows).toMatchObject([{ n: 1, locked: true }]);
    advance(1);
    await waitFor(1);
    await empty();
  });

  test("are deleted if that was their last attempt", async () => {
    await abandon(1, 3);
    const { task, done } = quickWork();
    await runner([task], SOON);
    await empty();
    expect(done).toEqual([]);
    expect(logged().join()).toContain("A job that will not be retried is deleted");
  });
});

describe("a live process", () => {
  /** Whether the worker of the first job is known to be alive. */
  const isLocked = async () => {
    const lock = `select 1 from pg_locks join ${JOBS} on payload ->> 'n' = '1'
       where locktype = 'advisory' and classid = 7665004 and objid = hashtext(locked_by)::bit(32)::bigint::oid`;
    return (await sql.query<unknown[]>(lock)).length > 0;
  };

  test("keeps its jobs when it loses its connections briefly", async () => {
    const proxy = await proxied();
    const held = heldWork();
    await runner([held.task], { url: proxy.url });
    await enqueue(1);
    await held.waitFor(1);
    const quick = quickWork();
    const advance = stopClock();
    await runner([quick.task], { ...SOON, graceMs: NEVER_MS });
    await proxy.cut();
    await expect.poll(isLocked).toBe(false);
    await abandon(2);
    await proxy.restore();
    await expect.poll(isLocked).toBe(true);
    advance(NEVER_MS);
    // Either process may start the abandoned job, once it has been released after the grace period.
    await expect.poll(() => [...held.begun, ...quick.done]).toContain(2);
    expect((await rows())[0]).toMatchObject({ n: 1, attempts: 1, locked: true });
    held.release();
    await empty();
    expect(held.begun.filter((n) => n === 1)).toEqual([1]);
    expect(quick.done).not.toContain(1);
  });

  test("does not consider its own jobs abandoned", async () => {
    const { task, waitFor, release } = heldWork();
    await runner([task], SOON);
    await enqueue(1);
    await waitFor(1);
    await abandon(2);
    await waitFor(1, 2);
    expect(await rows()).toMatchObject([
      { n: 1, attempts: 1, locked: true },
      { n: 2, attempts: 2, locked: true },
    ]);
    release();
    await empty();
  });

  test("starts no job while its lock connection is lost", async () => {
    const proxy = await proxied();
    const { task, done, waitFor } = quickWork();
    await runner([task], { url: proxy.url });
    await enqueue(1);
    await waitFor(1);
    await empty();
    await proxy.cut();
    await expect.poll(() => logged().join()).toContain("No connection for the queue of jobs");
    await enqueue(2);
    expect(await rows()).toMatchObject([{ n: 2, locked: false }]);
    await proxy.restore();
    await waitFor(2);
    expect(done).toEqual([1, 2]);
  });

  test("logs a database outage once, however long it lasts", async () => {
    const proxy = await proxied();
    const { task, waitFor } = quickWork();
    await runner([task, scheduledJob("regular", "* * * * *", () => Promise.resolve())], { url: proxy.url, ...SOON });
    await enqueue(1);
    await waitFor(1);
    await proxy.cut();
    let refused = 0;
    const refusing = createServer((socket) => {
      refused += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(Number(new URL(proxy.url).port), "127.0.0.1", resolve));
    await expect.poll(() => refused).toBeGreaterThan(3);
    expect(logged().filter((text) => text.includes("was lost"))).toHaveLength(1);
    expect(logged().filter((text) => text.includes("retrying"))).toHaveLength(1);
    expect(logged()).toHaveLength(2);
    await new Promise((resolve) => refusing.close(resolve));
    await proxy.restore();
    await enqueue(2);
    await waitFor(2);
  });

  test("waits for the database if it is unavailable at the start", async () => {
    const proxy = await proxied();
    await proxy.cut();
    const { task, waitFor } = quickWork();
    await runner([task], { url: proxy.url });
    await enqueue(1);
    await proxy.restore();
    await waitFor(1);
  });

  test("replaces all its workers after none could mark its job as done", async () => {
    const done: number[] = [];
    const { task, release, begun } = heldWork();
    await runner([{ ...task, run: (payload, job) => task.run(payload, job).then(() => void done.push(job.attempts)) }]);
    for (const n of [1, 2, 3, 4]) await enqueue(n);
    await expect.poll(() => begun).toHaveLength(4);
    const locking = sql.createQueryRunner();
    await locking.startTransaction();
    await locking.query(`select from ${JOBS} for update`);
    release();
    const ending = `from pg_stat_activity where application_name = 'polyprompt jobs' and wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => sql.query(`select 1 ${ending}`)).toHaveLength(4);
    await sql.query(`select pg_terminate_backend(pid) ${ending}`);
    await expect.poll(() => logged().filter((text) => text.includes("will run again"))).toHaveLength(4);
    await locking.commitTransaction();
    await locking.release();
    await empty();
    expect(done.toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });
});

test("workers whose first statement failed are replaced", async () => {
  const locking = sql.createQueryRunner();
  await locking.startTransaction();
  await locking.query(`lock table ${JOB_TASKS} in exclusive mode`);
  const { task, waitFor } = quickWork();
  await runner([task]);
  const asking = `from pg_stat_activity where application_name = 'polyprompt jobs' and wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => sql.query(`select 1 ${asking}`)).toHaveLength(1);
  await sql.query(`select pg_terminate_backend(pid) ${asking}`);
  await locking.commitTransaction();
  await locking.release();
  await enqueue(1);
  await waitFor(1);
});

test("a process runs four jobs concurrently; closing it waits for the running ones and starts no more", async () => {
  const { task, begun, release } = heldWork();
  const ending = await runner([task], { pollMs: 50 });
  for (const n of [1, 2, 3, 4, 5]) await enqueue(n);
  await expect.poll(() => begun).toHaveLength(4);
  expect((await rows()).filter(({ locked }) => locked)).toHaveLength(4);
  const ended = ending.close(NEVER_MS);
  release();
  await ended;
  expect(begun).toHaveLength(4);
  expect(await rows()).toMatchObject([{ n: 5, attempts: 0, locked: false }]);
});

test("closing a process waits no longer than its time limit", async () => {
  const { task, waitFor } = heldWork();
  const ending = await runner([task]);
  await enqueue(1);
  await waitFor(1);
  // Its job never ends.
  await ending.close(100);
  expect(await rows()).toMatchObject([{ n: 1, locked: true }]);
  const { task: quick, waitFor: waitForQuick } = quickWork();
  await runner([quick], SOON);
  await waitForQuick(1);
});
