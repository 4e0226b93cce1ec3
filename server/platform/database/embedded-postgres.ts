import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findBinaries, type PostgresBinaries } from "./embedded/binaries";
import { ensureCluster, makeSitePassword, sitePassword, SUPERUSER, superuserPassword } from "./embedded/cluster";
import { chooseHome, type DatabaseHome } from "./embedded/directory";
import {
  findPostmaster,
  freePort,
  type Postmaster,
  PostmasterExit,
  startPostmaster,
  stopPostmaster,
} from "./embedded/postmaster";

export interface EmbeddedPostgres {
  /** The site's own database, for its own account, which may do nothing beyond it. */
  url: string;
  /** The administrator's address; it is not for the site. */
  adminUrl: string;
  /** Where the data really are. */
  directory: string;
  /** The server was running already: another process of the site shares it. */
  reused: boolean;
  /** This call made the database. */
  initialised: boolean;
  /** Lets go of the server, and stops it when no other process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** PostgreSQL settings above ours, such as `{ fsync: "off" }` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** What a person should read, such as where the data are. */
  notice?: (message: string) => void;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  timezone: "UTC",
  // Only what concerns the server itself: failed statements hold what people typed, and the site logs them already.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

const DATABASE = "polyprompt";
/** Every process that uses the server holds this lock together with the others; who gets it alone is the last one. */
const SHARING_LOCK = 7_665_001;
const SETUP_LOCK = 7_665_002;

const START_LIMIT_MS = 120_000;
const SHARED_MEMORY_LIMIT_MS = 30_000;
const EMPTY_LOCK_LIMIT_MS = 5000;
const RETRY_MS = 50;
const RECONNECT_MAX_MS = 2000;

export async function startEmbeddedPostgres(
  directory: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const notice = options.notice ?? (() => undefined);
  const home = chooseHome(directory, notice);
  const binaries = findBinaries(home);
  const settings = { ...SETTINGS, ...options.settings };
  const initialised = await ensureCluster(home, binaries, settings.fsync !== "off");
  const password = superuserPassword(home.directory);
  const server = new SharedServer(home, binaries, settings, password, notice);
  const reused = await server.attach();
  const address = (user: string, itsPassword: string, database: string) =>
    `postgres://${user}:${encodeURIComponent(itsPassword)}@127.0.0.1:${server.port}/${database}`;
  return {
    url: address(DATABASE, sitePassword(home.directory) ?? "", DATABASE),
    adminUrl: address(SUPERUSER, password, "postgres"),
    directory: home.directory,
    reused,
    initialised,
    stop: () => server.stop(),
  };
}

/** One process's share in the server: a connection that holds the sharing lock for as long as the process uses it. */
class SharedServer {
  private lease: pg.Client | undefined;
  private postmaster: Postmaster | undefined;
  private readonly stopping = new AbortController();
  private stopped: Promise<void> | undefined;
  private reattaching: Promise<void> | undefined;

  constructor(
    private readonly home: DatabaseHome,
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
    const begun = Date.now();
    let wait = RETRY_MS;
    for (;;) {
      const running = findPostmaster(this.home.directory);
      try {
        const usable = running?.status === "ready" ? running : !running ? await this.start() : undefined;
        if (usable) {
          this.lease = await this.takeLease(usable.port);
          this.postmaster = usable;
          return usable === running;
        }
      } catch (error) {
        if (Date.now() - begun > this.patience(error)) throw error;
        if (error instanceof PostmasterExit && isSharedMemoryBusy(error)) wait = Math.min(wait * 2, 2000);
      }
      if (Date.now() - begun > START_LIMIT_MS) {
        throw new Error(
          `PostgreSQL in ${this.home.directory} is still ${running?.status ?? "away"}; see postgres.log there`,
        );
      }
      await delay(wait, undefined, { signal: this.stopping.signal });
    }
  }

  private async start(): Promise<Postmaster> {
    // After a crash the site's connections come back to the address that they know.
    const port = this.postmaster?.port ?? (await freePort());
    return startPostmaster(this.home, this.binaries, port, this.settings);
  }

  /** How long it is worth trying again after this error. */
  private patience(error: unknown): number {
    if (error instanceof PostmasterExit) {
      // The remains of a killed server keep its memory until they notice.
      if (isSharedMemoryBusy(error)) return SHARED_MEMORY_LIMIT_MS;
      // Somebody else is starting, and has yet to write down who; or a crash has left it like this.
      if (/lock file .* is empty/.test(error.log)) return EMPTY_LOCK_LIMIT_MS;
      // Somebody else was faster, with the start or with the port.
      return /lock file .* already exists|Address already in use/.test(error.log) ? START_LIMIT_MS : 0;
    }
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // A wrong password does not get better; anything else means that the server is going or coming.
    return code.startsWith("28") ? 0 : 10_000;
  }

  private async takeLease(port: number): Promise<pg.Client> {
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
      // Whoever stops the server at this moment holds the lock alone: we then lose the connection, and start it anew.
      await client.query("select pg_advisory_lock_shared($1)", [SHARING_LOCK]);
      await client.query("set statement_timeout = 0");
      await setUp(client, this.home);
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

  /** The server died or was restarted: the site goes on answering without it and gets it back as soon as possible. */
  private async reattach(): Promise<void> {
    for (let wait = RETRY_MS; !this.isStopping(); wait = Math.min(wait * 2, RECONNECT_MAX_MS)) {
      try {
        await this.attach();
        this.notice("The database is back.");
        return;
      } catch (error) {
        if (this.isStopping()) return;
        this.notice(`The database is still away: ${error instanceof Error ? error.message : String(error)}`);
        // Told to stop while waiting: the loop's condition sees it.
        await delay(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
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
      // The lock is kept while the server stops, so that nobody begins to use it meanwhile.
      if (rows[0]?.last) await stopPostmaster(postmaster.pid, this.home.directory, this.binaries);
    } catch (error) {
      this.notice(
        `The database was gone before it was stopped: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      await lease.end();
    }
  }
}

function isSharedMemoryBusy(exit: PostmasterExit): boolean {
  return exit.log.includes("pre-existing shared memory block");
}

/**
 * The site's role owns its database and is not the administrator: it cannot read files or run programs, and whoever gets hold of
 * its address has no more than that. Where it still has the administrator's password, it gets one of its own.
 */
async function setUp(client: pg.Client, home: DatabaseHome): Promise<void> {
  const hasRows = async (sql: string) => Boolean((await client.query(sql, [DATABASE])).rowCount);
  const hasDatabase = () => hasRows("select 1 from pg_database where datname = $1");
  if (sitePassword(home.directory) !== undefined && (await hasDatabase())) return;
  await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
  try {
    if (sitePassword(home.directory) === undefined) {
      const verb = (await hasRows("select 1 from pg_roles where rolname = $1")) ? "alter" : "create";
      await makeSitePassword(home, async (password) => {
        await client.query(`${verb} role ${DATABASE} login password ${client.escapeLiteral(password)}`);
      });
    }
    if (!(await hasDatabase())) await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SETUP_LOCK]);
  }
}
