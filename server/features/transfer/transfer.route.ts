import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import {
  type FileFault,
  type FileFaultCode,
  type ImportAnswer,
  type ImportFailure,
  type ImportFormat,
  type ImportReport,
  TRANSFER_LIMITS,
} from "../../../contract/transfer";
import { checkAccess, requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { badInputError, DomainError } from "../../platform/domain/domain-error";
import { isCrossOrigin, refuseForeignCookies } from "../../platform/graphql/cross-origin";
import { answerOtherMethods } from "../../platform/http/api-addresses";
import { DATABASE_UNAVAILABLE_ERROR, HttpError, isDatabaseUnavailable } from "../../platform/http/errors.route";
import { requireIntendedAccount } from "../../platform/http/intended-account";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, requireCurrentActor } from "../account";
import { exportAccount } from "./export.service";
import { ImportFailedError } from "./import-failure";
import { localeOf, readImportFile } from "./import-file";
import { importFile } from "./import.service";
import { demandPace } from "./pace";
import { Spool } from "./spool";
import { TransferQueue } from "./transfer-queue";
import {
  ARRIVING_BYTES_PER_MS,
  EXPORTS,
  EXPORTS_AT_ONCE,
  IMPORTED_KB,
  IMPORTS,
  IMPORTS_AT_ONCE,
  NEWCOMER_IMPORTED_KB,
  READINGS_AT_ONCE,
  TRANSFERS_AT_ONCE,
} from "./transfer.limits";

export interface TransferOptions {
  dataSource: DataSource;
  /** The site's own origin. */
  origin: string;
  /** With the base path. */
  siteUrl: string;
  dataDir: string;
  /** For bodies that are not large. */
  bodyTimeoutMs: number;
  /** @throws UNAUTHENTICATED for invalid credentials */
  authenticate(request: FastifyRequest): Promise<Actor>;
}

interface Context extends TransferOptions {
  folder: string;
  exports: TransferQueue;
  imports: TransferQueue;
  /** Of files that have arrived, to learn whether they can be read. */
  readings: TransferQueue;
}

const EXPORT_PATH = "/api/export";
const IMPORT_PATH = "/api/import";

const PROGRESS_MS = 200;
/** Proxies and browsers take a connection on which nothing happens for dead. */
const HEARTBEAT_MS = 5000;

/** `GET /api/export` and `POST /api/import`. */
export function transferRoutes(app: FastifyInstance, options: TransferOptions): void {
  const context: Context = {
    ...options,
    folder: join(options.dataDir, "transfers"),
    exports: new TransferQueue(TRANSFERS_AT_ONCE, EXPORTS_AT_ONCE),
    imports: new TransferQueue(TRANSFERS_AT_ONCE, IMPORTS_AT_ONCE),
    readings: new TransferQueue(TRANSFERS_AT_ONCE, READINGS_AT_ONCE),
  };
  answerOtherMethods(app, EXPORT_PATH, ["GET", "HEAD"]);
  answerOtherMethods(app, IMPORT_PATH, ["POST"]);
  app.get(EXPORT_PATH, { compress: false }, (request, reply) => sendExport(request, reply, context));
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers();
    // Not read yet.
    files.addContentTypeParser("*", (_request, body, parsed) => parsed(null, body));
    files.post(IMPORT_PATH, { onRequest: checkLength, compress: false }, (request, reply) =>
      receiveImport(request, reply, context),
    );
    done();
  });
}

async function sendExport(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { dataSource, siteUrl, folder } = context;
  reply.header("cache-control", "no-store");
  const ended = closed(reply);
  const actor = await identify(request, reply, context);
  const userId = requireMember(actor);
  const leave = await context.exports.enter(actor);
  // Read at the database's speed, sent at the reader's: a slow one would keep a connection and a snapshot.
  const spool = await Spool.open(folder).catch((error: unknown) => {
    leave();
    throw error;
  });
  const end = () => {
    leave();
    void spool.close();
  };
  const write = (text: string) => {
    ended.throwIfAborted();
    return spool.write(text);
  };
  try {
    await consumeRateLimit(dataSource, "export", { account: userId }, EXPORTS);
    const isEmpty = !(await context.exports.work(() => {
      ended.throwIfAborted();
      return exportAccount(dataSource, actor, siteUrl, write);
    }));
    if (isEmpty) throw new DomainError("NOT_FOUND", "There is nothing to export.");
    await requireCurrentActor(dataSource.manager, actor);
    ended.throwIfAborted();
  } catch (error) {
    end();
    if (ended.aborted) return reply.hijack();
    throw error;
  }
  ended.addEventListener("abort", end, { once: true });
  return reply
    .type("application/json; charset=utf-8")
    .header("content-length", spool.size)
    .header("content-disposition", `attachment; filename="polyprompt-${new Date().toISOString().slice(0, 10)}.json"`)
    .send(spool.read());
}

function checkLength(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const length = Number(request.headers["content-length"] ?? 0);
  done(length > TRANSFER_LIMITS.fileBytes ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : undefined);
}

async function receiveImport(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { dataSource } = context;
  // As long as the file has not been read.
  reply.header("cache-control", "no-store").header("connection", "close");
  const { format, locale } = parametersOf(request);
  const actor = await identify(request, reply, context);
  checkAccess(actor, "write");
  if (actor.kind === "session" && request.headers.origin !== context.origin)
    throw new DomainError("FORBIDDEN", "Pages of other sites may not do this.");
  const userId = requireMember(actor);
  const leave = await context.imports.enter(actor);
  const ended = closed(reply);
  // Whether it can be read at all is told by the status, so before the answer begins; what is read is not kept while the import waits for its turn.
  const readOnce = (file: Spool) =>
    context.readings.work(async () => {
      ended.throwIfAborted();
      await readImportFile(file.read(), format, locale);
    }, file.size);
  let spool: Spool | undefined;
  const end = () => {
    leave();
    void spool?.close();
  };
  try {
    await consumeRateLimit(dataSource, "import", { account: userId }, IMPORTS);
    const arriving = (spool = await Spool.open(context.folder));
    await receive(request, arriving, context.bodyTimeoutMs);
    await consumeBytes(dataSource, userId, arriving.size);
    reply.removeHeader("connection");
    await readOnce(arriving);
  } catch (error) {
    end();
    if (ended.aborted) return reply.hijack();
    throw error instanceof ImportFailedError ? faultOf(error) : error;
  }
  const file = spool;
  const answers = new Answers(ended);
  void context.imports
    .work(async () => {
      answers.signal.throwIfAborted();
      const read = await readImportFile(file.read(), format, locale);
      return importFile(dataSource, actor, read, { siteUrl: context.siteUrl, ...answers });
    }, file.size)
    .then(answers.report, (error: unknown) => answers.fail(error, request.log))
    .finally(end);
  return reply.type("application/x-ndjson; charset=utf-8").send(answers.stream);
}

/** Aborts when the response has been sent, or its connection has closed. @throws BAD_USER_INPUT for a pipelined request, which learns neither */
function closed({ raw }: FastifyReply): AbortSignal {
  if (raw.socket === null) throw badInputError("A file needs a connection without pipelined requests.");
  const ended = new AbortController();
  raw.once("close", () => ended.abort());
  return ended.signal;
}

/** @throws FORBIDDEN for pages of other sites with cookies, UNAUTHENTICATED */
async function identify(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<Actor> {
  refuseForeignCookies(request, isCrossOrigin(request.headers, context.origin));
  const actor = await context.authenticate(request);
  requireIntendedAccount(actor, request, reply);
  return actor;
}

async function consumeBytes(dataSource: DataSource, userId: string, bytes: number): Promise<void> {
  const limit = (await isNewcomer(dataSource, userId)) ? NEWCOMER_IMPORTED_KB : IMPORTED_KB;
  await consumeRateLimit(dataSource, "import-kb", { account: userId }, limit, Math.ceil(bytes / 1024));
}

function parametersOf({ url }: FastifyRequest): { format: ImportFormat; locale: Locale } {
  const parameters = new URL(url, "http://site").searchParams;
  const format = parameters.get("format");
  const locale = localeOf(parameters.get("locale") ?? "en");
  if (format !== "json" && format !== "csv") throw badInputError('"format" must be json or csv.', "format");
  if (!locale) throw badInputError('"locale" must be a language of the site.', "locale");
  return { format, locale };
}

/** @throws BAD_USER_INPUT unless all of it arrives in time, 413 */
async function receive(request: FastifyRequest, spool: Spool, timeoutMs: number): Promise<void> {
  if (request.body === undefined) return;
  const pace = { patienceMs: timeoutMs, bytesPerMs: ARRIVING_BYTES_PER_MS };
  const endPace = demandPace(
    pace,
    () => spool.size,
    () => request.raw.destroy(),
  );
  try {
    // The connection stays open for a refusal.
    for await (const chunk of (request.body as Readable).iterator({ destroyOnReturn: false })) {
      await spool.write(chunk as Buffer);
      if (spool.size > TRANSFER_LIMITS.fileBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    }
  } catch (error) {
    throw request.raw.destroyed && !request.raw.complete ? badInputError("The body did not arrive in full.") : error;
  } finally {
    endPace();
  }
}

/** The lines of an answer, of which the last one is the report or a failure. */
class Answers {
  readonly stream = new PassThrough();
  private progress: ImportAnswer | undefined;
  private sentAt = 0;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(readonly signal: AbortSignal) {
    this.heartbeat = setInterval(() => this.send(this.progress ?? { progress: { done: 0, total: 0 } }), HEARTBEAT_MS);
  }

  readonly onProgress = (done: number, total: number): void => {
    this.progress = { progress: { done, total } };
    if (Date.now() - this.sentAt >= PROGRESS_MS) this.send(this.progress);
  };

  readonly report = (report: ImportReport): void => {
    this.end({ report });
  };

  readonly fail = (error: unknown, log: FastifyBaseLogger): void => {
    const failure = this.signal.aborted ? undefined : failureOf(error);
    if (failure?.code === "INTERNAL_SERVER_ERROR") log.error({ err: error }, "An import failed");
    if (failure) this.end({ failure });
    else this.end();
  };

  private end(last?: ImportAnswer): void {
    clearInterval(this.heartbeat);
    if (last) this.send(last);
    this.stream.end();
  }

  private send(answer: ImportAnswer): void {
    this.sentAt = Date.now();
    this.stream.write(`${JSON.stringify(answer)}\n`);
  }
}

function failureOf(error: unknown): ImportFailure {
  if (error instanceof DomainError && (error.code === "UNAUTHENTICATED" || error.code === "SERVICE_UNAVAILABLE"))
    return { code: error.code, retryAfter: error.details.retryAfter ?? null };
  if (isDatabaseUnavailable(error)) return failureOf(DATABASE_UNAVAILABLE_ERROR);
  return { code: "INTERNAL_SERVER_ERROR", retryAfter: null };
}

const FAULTS: Record<FileFaultCode, string> = {
  UNREADABLE_FILE: "The file is neither JSON nor CSV, or is cut off.",
  MISSING_COLUMNS: 'The first row of the CSV does not name the columns "act" and "prompt".',
  NO_PROMPTS: "The file is neither an export nor a list of prompts.",
  NEWER_FORMAT: "The file is an export of a newer format.",
  ENCODING: "The file is not in UTF-8.",
  TOO_MANY: "The file has too many entries.",
};

function faultOf({ code, line, limit }: ImportFailedError): HttpError {
  const fault: FileFault = { code, line, limit };
  return new HttpError(400, FAULTS[code], { ...fault });
}
