import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findBinaries, type PostgresBinaries } from "./embedded/binaries";
import {
  createSitePassword,
  ensureCluster,
  readSitePassword,
  readSuperuserPassword,
  SUPERUSER,
} from "./embedded/cluster";
import { chooseLocation, type DatabaseLocation } from "./embedded/directory";
import {
  findPostmaster,
  findFreePort,
  type Postmaster,
  PostmasterExitError,
  startPostmaster,
  stopPostmaster,
} from "./embedded/postmaster";

export interface EmbeddedPostgres {
  /** The address of the site's database, for a role without any rights beyond it. */
  url: string;
  /** The administrator's address; it is not for the site. */
  adminUrl: string;
  /** Where the data are actually stored. */
  directory: string;
  /** Whether the server was already running, shared with another process of the site. */
  reused: boolean;
  /** Whether this call created the database. */
  initialized: boolean;
  /** Releases the server, and stops it if no other process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Overrides of our PostgreSQL settings, such as `{ fsync: "off" }` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** Called with messages for the operator, such as where the data are stored. */
  notice?: (message: string) => void;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  timezone: "UTC",
  // Only messages about the server itself: failed statements contain user input, and the site logs them already.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

const DATABASE = "polyprompt";
/** Every process that uses the server holds this lock in shared mode; a process that gets it exclusively is the last one. */
const SHARING_LOCK = 7_665_001;
const SETUP_LOCK = 7_665_002;

const START_TIMEOUT_MS = 120_000;
const SHARED_MEMORY_TIMEOUT_MS = 30_000;
const EMPTY_LOCK_TIMEOUT_MS = 5000;
const RETRY_MS = 50;
const MAX_RECONNECT_DELAY_MS = 2000;

export async function startEmbeddedPostgres(
  directory: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const notice = options.notice ?? (() => undefined);
  const location = chooseLocation(directory, notice);
  const binaries = findBinaries(location);
  const settings = { ...SETTINGS, ...options.settings };
  const initialized = await ensureCluster(location, binaries, settings.fsync !== "off");
  const password = readSuperuserPassword(location.directory);
  const server = new SharedServer(location, binaries, settings, password, notice);
  const reused = await server.attach();
  const urlFor = (user: string, userPassword: string, database: string) =>
    `postgres://${user}:${encodeURIComponent(userPassword)}@127.0.0.1:${server.port}/${database}`;
  return {
    url: urlFor(DATABASE, readSitePassword(location.directory) ?? "", DATABASE),
    adminUrl: urlFor(SUPERUSER, password, "postgres"),
    directory: location.directory,
    reused,
    initialized,
    stop: () => server.stop(),
  };
}

/** A process's lease on the server: a connection that holds the sharing lock for as long as the process uses the server. */
class SharedServer {
  private lease: pg.Client | undefined;
  private postmaster: Postmaster | undefined;
  private readonly stopping = new AbortController();
  private stopped: Promise<void> | undefined;
  private reattaching: Promise<void> | undefined;

  constructor(
    private readonly location: DatabaseLocation,
    private readonly binaries: PostgresBinaries,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly password: string,
    private readonly notice: (message: string) => void,
  ) {}

  get port(): number {
    if (!this.postmaster) throw new Error("The database is not running");
    return this.postmaster.port;
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Finds the running server or starts one. @returns whether it was running. */
  async attach(): Promise<boolean> {
    const startedAt = Date.now();
    let delayMs = RETRY_MS;
    for (;;) {
      const running = findPostmaster(this.location.directory);
      try {
        const usable = running?.status === "ready" ? running : !running ? await this.start() : undefined;
        if (usable) {
          this.lease = await this.acquireLease(usable.port);
          this.postmaster = usable;
          return usable === running;
        }
      } catch (error) {
        if (Date.now() - startedAt > this.retryTimeoutMs(error)) throw error;
        if (error instanceof PostmasterExitError && isSharedMemoryBusy(error)) delayMs = Math.min(delayMs * 2, 2000);
      }
      if (Date.now() - startedAt > START_TIMEOUT_MS) {
        throw new Error(
          `PostgreSQL in ${this.location.directory} is still ${running?.status ?? "away"}; see postgres.log there`,
        );
      }
      await delay(delayMs, undefined, { signal: this.stopping.signal });
    }
  }

  private async start(): Promise<Postmaster> {
    // After a crash, reuse the port: the site's pool reconnects to the same address.
    const port = this.postmaster?.port ?? (await findFreePort());
    return startPostmaster(this.location, this.binaries, port, this.settings);
  }

  /** How long to keep retrying after this error. */
  private retryTimeoutMs(error: unknown): number {
    if (error instanceof PostmasterExitError) {
      // The child processes of a killed server keep its shared memory until they notice.
      if (isSharedMemoryBusy(error)) return SHARED_MEMORY_TIMEOUT_MS;
      // Another process is starting the server and has not written its id yet; or a crash has left the file empty.
      if (/lock file .* is empty/.test(error.log)) return EMPTY_LOCK_TIMEOUT_MS;
      // Another process was faster to start the server, or to take the port.
      return /lock file .* already exists|Address already in use/.test(error.log) ? START_TIMEOUT_MS : 0;
    }
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // Retrying does not help with a wrong password; any other error means that the server is stopping or starting.
    return code.startsWith("28") ? 0 : 10_000;
  }

  private async acquireLease(port: number): Promise<pg.Client> {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      user: SUPERUSER,
      password: this.password,
      database: "postgres",
      application_name: "polyprompt lease",
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    let failure: Error | undefined;
    client.on("error", (error) => (failure = error));
    try {
      await client.connect();
      await client.query("set statement_timeout = '5s'");
      // A process that is just stopping the server holds the lock exclusively: we then lose the connection, and restart the server.
      await client.query("select pg_advisory_lock_shared($1)", [SHARING_LOCK]);
      await client.query("set statement_timeout = 0");
      await ensureDatabase(client, this.location);
    } catch (error) {
      await client.end();
      throw failure ?? error;
    }
    client.once("end", () => {
      if (this.lease !== client || this.isStopping()) return;
      this.lease = undefined;
      this.notice(`The connection to the database has ended (${failure?.message ?? "closed"}); reconnecting.`);
      this.reattaching = this.reattach();
    });
    return client;
  }

  /** After the server has died or restarted: the site keeps running without it, and reconnects as soon as possible. */
  private async reattach(): Promise<void> {
    for (let delayMs = RETRY_MS; !this.isStopping(); delayMs = Math.min(delayMs * 2, MAX_RECONNECT_DELAY_MS)) {
      try {
        await this.attach();
        this.notice("The database is back.");
        return;
      } catch (error) {
        if (this.isStopping()) return;
        this.notice(`The database is still away: ${error instanceof Error ? error.message : String(error)}`);
        // An abort ends the wait, and the loop condition handles it.
        await delay(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  stop(): Promise<void> {
    this.stopped ??= this.release();
    return this.stopped;
  }

  private async release(): Promise<void> {
    this.stopping.abort();
    await this.reattaching;
    const { lease, postmaster } = this;
    if (!lease || !postmaster) return;
    try {
      await lease.query("select pg_advisory_unlock_shared($1)", [SHARING_LOCK]);
      const { rows } = await lease.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [SHARING_LOCK]);
      // Keep the lock while the server stops, so that no other process starts using it.
      if (rows[0]?.last) await stopPostmaster(postmaster.pid, this.location.directory, this.binaries);
    } catch (error) {
      this.notice(
        `The database was gone before it was stopped: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      await lease.end();
    }
  }
}

function isSharedMemoryBusy(exit: PostmasterExitError): boolean {
  return exit.log.includes("pre-existing shared memory block");
}

/**
 * Creates the site's role and database. The role owns its database but is not a superuser: an attacker with its credentials cannot
 * read files or run programs. If the role still has the superuser's password, it gets one of its own.
 */
async function ensureDatabase(client: pg.Client, location: DatabaseLocation): Promise<void> {
  const hasRows = async (sql: string) => Boolean((await client.query(sql, [DATABASE])).rowCount);
  const hasDatabase = () => hasRows("select 1 from pg_database where datname = $1");
  if (readSitePassword(location.directory) !== undefined && (await hasDatabase())) return;
  await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
  try {
    if (readSitePassword(location.directory) === undefined) {
      const verb = (await hasRows("select 1 from pg_roles where rolname = $1")) ? "alter" : "create";
      await createSitePassword(location, async (password) => {
        await client.query(`${verb} role ${DATABASE} login password ${client.escapeLiteral(password)}`);
      });
    }
    if (!(await hasDatabase())) await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SETUP_LOCK]);
  }
}
