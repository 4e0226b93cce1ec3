import { PassThrough, Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import {
  type FileFault,
  type FileFaultCode,
  EXPORT_FORMATS,
  IMPORT_FORMATS,
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
import { isNewcomer } from "../account";
import { exportAccount, exportFile } from "./export.service";
import { ImportFailedError } from "./import-failure";
import { localeOf } from "./file-prompt";
import { readImportFile } from "./import-file";
import { importFile } from "./import.service";
import type { ReadOptions } from "./plain-prompt";
import { EXPORTS, IMPORTED_KB, IMPORTS, IMPORTS_AT_ONCE, NEWCOMER_IMPORTED_KB } from "./transfer.limits";

export interface TransferOptions {
  dataSource: DataSource;
  /** The site's own origin. */
  origin: string;
  /** With the base path. */
  siteUrl: string;
  /** @throws UNAUTHENTICATED for invalid credentials */
  authenticate(request: FastifyRequest): Promise<Actor>;
}

const EXPORT_PATH = "/api/export";
const IMPORT_PATH = "/api/import";

const RETRY_AFTER_SECONDS = 10;
const PROGRESS_MS = 200;
/** Proxies and browsers take a connection on which nothing happens for dead. */
const HEARTBEAT_MS = 5000;

/** `GET /api/export` and `POST /api/import`. */
export function transferRoutes(app: FastifyInstance, options: TransferOptions): void {
  const imports = new Imports(options);
  answerOtherMethods(app, EXPORT_PATH, ["GET", "HEAD"]);
  answerOtherMethods(app, IMPORT_PATH, ["POST"]);
  app.get(EXPORT_PATH, { compress: false }, (request, reply) => sendExport(request, reply, options));
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, parsed) => parsed(null, body));
    const limits = { bodyLimit: TRANSFER_LIMITS.fileBytes, onRequest: imports.admit };
    files.post(IMPORT_PATH, { ...limits, compress: false }, imports.receive);
    done();
  });
}

async function sendExport(request: FastifyRequest, reply: FastifyReply, options: TransferOptions) {
  const { dataSource, siteUrl } = options;
  reply.header("cache-control", "no-store");
  const ended = closed(reply);
  const actor = await identify(request, reply, options);
  const account = requireMember(actor);
  const file = exportFile(formatOf(parametersIn(request), EXPORT_FORMATS) ?? "json", siteUrl);
  await consumeRateLimit(dataSource, "export", { account }, EXPORTS);
  const parts = exportAccount(dataSource, actor, file);
  // What is wrong from the beginning is told by the status; what comes later breaks the answer off.
  const first = await parts.next();
  async function* content() {
    for (let part = first; !part.done; part = await parts.next()) {
      ended.throwIfAborted();
      yield part.value;
    }
  }
  return reply
    .type(file.type)
    .header(
      "content-disposition",
      `attachment; filename="polyprompt-${new Date().toISOString().slice(0, 10)}.${file.extension}"`,
    )
    .send(Readable.from(content(), { objectMode: false }));
}

interface AdmittedImport {
  actor: Actor;
  userId: string;
  ended: AbortSignal;
  /** Settles when the import has ended. */
  work: Promise<void>;
}

/** The imports of this process: few, as each has its file in memory, and one of a member. */
class Imports {
  private readonly admitted = new WeakMap<FastifyRequest, AdmittedImport>();
  private readonly underWay = new Set<string>();

  constructor(private readonly options: TransferOptions) {}

  /** Before the file is read. */
  readonly admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { dataSource, origin } = this.options;
    // As long as the file has not been read.
    reply.header("cache-control", "no-store").header("connection", "close");
    const ended = closed(reply);
    parametersOf(request);
    const actor = await identify(request, reply, this.options);
    checkAccess(actor, "write");
    if (actor.kind === "session" && request.headers.origin !== origin)
      throw new DomainError("FORBIDDEN", "Pages of other sites may not do this.");
    const admitted = { actor, userId: requireMember(actor), ended, work: Promise.resolve() };
    const { userId } = admitted;
    if (ended.aborted) {
      reply.hijack();
      return;
    }
    if (this.underWay.size >= IMPORTS_AT_ONCE || this.underWay.has(userId))
      throw new DomainError("SERVICE_UNAVAILABLE", "Too many files at once.", { retryAfter: RETRY_AFTER_SECONDS });
    this.underWay.add(userId);
    this.admitted.set(request, admitted);
    const leave = () => void admitted.work.finally(() => this.underWay.delete(userId));
    ended.addEventListener("abort", leave, { once: true });
    await consumeRateLimit(dataSource, "import", { account: userId }, IMPORTS);
  };

  readonly receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { dataSource, siteUrl } = this.options;
    const admitted = this.admitted.get(request);
    if (!admitted) throw new Error("The import was not admitted.");
    const { actor, userId, ended } = admitted;
    const parameters = parametersOf(request);
    reply.removeHeader("connection");
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    await consumeBytes(dataSource, userId, bytes.length);
    // Whether it can be read at all is told by the status, so before the answer begins.
    const file = await readImportFile(bytes, parameters).catch((error: unknown) => {
      throw error instanceof ImportFailedError ? faultOf(error) : error;
    });
    // A zip has more in it than was sent.
    if (file.bytes > bytes.length) await consumeBytes(dataSource, userId, file.bytes - bytes.length);
    if (ended.aborted) return reply.hijack();
    const answers = new Answers(ended);
    admitted.work = importFile(dataSource, actor, file, { siteUrl, ...answers }).then(
      answers.report,
      (error: unknown) => answers.fail(error, request.log),
    );
    return reply.type("application/x-ndjson; charset=utf-8").send(answers.stream);
  };
}

/** Aborts when the response has been sent, or its connection has closed. @throws BAD_USER_INPUT for a pipelined request, which learns neither */
function closed({ raw }: FastifyReply): AbortSignal {
  if (raw.socket === null) throw badInputError("A file needs a connection without pipelined requests.");
  const ended = new AbortController();
  if (raw.closed) ended.abort();
  else raw.once("close", () => ended.abort());
  return ended.signal;
}

/** @throws FORBIDDEN for pages of other sites with cookies, UNAUTHENTICATED */
async function identify(request: FastifyRequest, reply: FastifyReply, options: TransferOptions): Promise<Actor> {
  refuseForeignCookies(request, isCrossOrigin(request.headers, options.origin));
  const actor = await options.authenticate(request);
  requireIntendedAccount(actor, request, reply);
  return actor;
}

async function consumeBytes(dataSource: DataSource, userId: string, bytes: number): Promise<void> {
  const limit = (await isNewcomer(dataSource, userId)) ? NEWCOMER_IMPORTED_KB : IMPORTED_KB;
  await consumeRateLimit(dataSource, "import-kb", { account: userId }, limit, Math.ceil(bytes / 1024));
}

interface ImportParameters extends ReadOptions {
  format: ImportFormat | undefined;
}

/** @throws BAD_USER_INPUT */
function parametersOf(request: FastifyRequest): ImportParameters {
  const parameters = parametersIn(request);
  const locale = localeOf(parameters.get("locale") ?? "en");
  const placeholders = parameters.get("placeholders");
  if (!locale) throw badInputError('"locale" must be a language of the site.', "locale");
  if (placeholders !== null && placeholders !== "keep")
    throw badInputError('"placeholders" must be keep.', "placeholders");
  return { format: formatOf(parameters, IMPORT_FORMATS), locale, keepsPlaceholders: placeholders === "keep" };
}

function parametersIn({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, "http://site").searchParams;
}

/** Undefined if the address names none. @throws BAD_USER_INPUT */
function formatOf<Format extends string>(parameters: URLSearchParams, formats: readonly Format[]): Format | undefined {
  const given = parameters.get("format");
  const format = formats.find((each) => each === given);
  if (given !== null && !format) throw badInputError(`"format" must be one of ${formats.join(", ")}.`, "format");
  return format;
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
  UNREADABLE_FILE: "The file cannot be read as what it is, or is cut off.",
  MISSING_COLUMNS: 'The first row of the CSV names no column of texts, such as "prompt" or "content".',
  NO_PROMPTS: "The file is neither an export nor a list of prompts.",
  NEWER_FORMAT: "The file is an export of a newer format.",
  ENCODING: "The file is no text in an encoding that can be recognized.",
  TOO_MANY: "The file has too many entries.",
  TOO_LARGE: "The Markdown files of the zip are too large together.",
  ENCRYPTED: "The zip has a password.",
};

function faultOf({ code, line, limit }: ImportFailedError): HttpError {
  const fault: FileFault = { code, line, limit };
  return new HttpError(400, FAULTS[code], { ...fault });
}
