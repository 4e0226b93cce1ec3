import "reflect-metadata";
import { join } from "node:path";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { authenticate, currentSessions } from "./features/account";
import { mcpRoutes, rawTextRoutes } from "./features/agents";
import { apiDescriptionRoutes } from "./features/api-description";
import { settleCommentAddress } from "./features/comment";
import { unsubscribeRoutes } from "./features/digest";
import { movedPage } from "./features/docs";
import { feedRoutes } from "./features/feeds";
import { clearTagCache } from "./features/tag";
import { linkPreviewRoutes } from "./features/link-preview";
import { transferRoutes } from "./features/transfer";
import type { Config } from "./platform/config/config";
import { projectRoot } from "./platform/config/project-root";
import type { PageChanges } from "./platform/database/page-changes";
import { apolloServer } from "./platform/graphql/apollo";
import { graphqlRoutes } from "./platform/graphql/graphql.route";
import { executeInProcess, type Operation } from "./platform/graphql/in-process";
import { streamRoutes } from "./platform/graphql/stream.route";
import { rejectInvalidTargets, repairQuery } from "./platform/http/addresses";
import { apiRoutes, corsHeadersOf, openApi, withoutSlash } from "./platform/http/api-addresses";
import { BODY_LIMITS } from "./platform/http/body-limits";
import { dropLongHeaders } from "./platform/http/content-encoding";
import { readClientAssets, type ClientAssets } from "./platform/http/client-assets";
import { registerErrorHandlers, sendError } from "./platform/http/errors.route";
import { sendExplorer } from "./platform/http/explorer";
import { extensionRoutes } from "./platform/http/extension.route";
import { healthRoutes } from "./platform/http/health.route";
import { markdownTarget } from "./platform/http/markdown-pages";
import { isRefused } from "./platform/http/overloaded-error";
import { PageCache } from "./platform/http/page-cache";
import type { PageAssets, PageRenderer } from "../contract/page-renderer";
import { pageRoutes } from "./platform/http/pages.route";
import { sessionCookie } from "./platform/http/session-cookie";
import { securityHeaders, securityHeadersOf } from "./platform/http/security-headers";
import { warnAboutUntrustedProxy } from "./platform/http/untrusted-proxy";
import { WorkBudget } from "./platform/http/work-budget";
import { EventStreams } from "./platform/live/event-streams";
import { LiveFeed } from "./platform/live/live-feed";
import { backgroundWorkEnded, logBackgroundErrors } from "./platform/lifecycle/background-work";
import { requestId } from "./platform/logging/logger";
import { outboxRoutes } from "./platform/mail/outbox.route";
import { emitSchema, schema } from "./schema";

/** How long a request's headers may take to arrive. */
const HEADERS_TIMEOUT_MS = 30_000;
/** How long a whole request may take to arrive: the largest file at 64 kB a second. */
const REQUEST_TIMEOUT_MS = 6 * 60_000;
/** A client that never reads would keep its response in memory. */
const IDLE_TIMEOUT_MS = 60_000;

/** At other levels request lines would not be logged, so no hook is installed. */
const REQUEST_LOG_LEVELS: readonly Config["logLevel"][] = ["info", "debug", "trace"];

/** Of icons and assets. */
const MAX_FILE_URL_LENGTH = 500;

export interface AppOptions {
  config: Config;
  /** Must be initialized. */
  dataSource: DataSource;
  logger?: FastifyBaseLogger;
  /** Without one only the API and machine-readable files are served. A function is called for every request. */
  renderer?: PageRenderer | (() => Promise<PageRenderer>);
  /** The client build; without it `assets` lists what pages load. */
  clientDir?: string;
  /** The builds of the browser extension; without them none is served. */
  extensionDir?: string;
  assets?: PageAssets;
  transformHtml?: (path: string, html: string) => Promise<string>;
  /** Invalidates cached pages. Without it pages are not cached, and there are no streams. */
  pageChanges?: PageChanges;
  /** The open streams, for who ends them before the app closes. */
  streams?: EventStreams;
  isStopping?: () => boolean;
}

/** Builds the whole site as one Fastify app, listening to nothing yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, dataSource } = options;
  const https = config.publicUrl.protocol === "https:";
  const development = config.nodeEnv === "development";
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    genReqId: requestId,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMITS.other,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    rewriteUrl: ({ url, headers }) =>
      markdownTarget(withoutSlash(repairQuery(url ?? "/"), config.basePath), headers, config.basePath),
    // No route uses `request.query`: parsing 10 kB of parameters takes 0.4 ms, and kept pages need none of them.
    routerOptions: { querystringParser: () => ({}) },
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: "idle",
    // While closing, requests in flight are finished; new connections are already refused.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // A URL that cannot be decoded is rejected before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const headers = securityHeadersOf(request, { inlineScripts: [], https, development, tagManager: false });
      sendError(error, request, reply.headers({ ...headers, ...corsHeadersOf(request.url, config.basePath) }));
    },
  });
  openApi(app, config.basePath);
  const assets =
    options.clientDir === undefined ? undefined : await readClientAssets(options.clientDir, config.basePath);
  securityHeaders(app, {
    // In development every inline script may run, and the renderer may fail to load because of a syntax error.
    inlineScripts: options.renderer && !development ? (await rendererOf(options)).inlineScripts : [],
    https,
    development,
    tagManager: config.links.tagManager !== undefined,
  });
  rejectInvalidTargets(app);
  if (config.trustProxy === false) warnAboutUntrustedProxy(app);
  if (REQUEST_LOG_LEVELS.includes(config.logLevel)) logRequests(app);
  registerErrorHandlers(app);
  logBackgroundErrors(app.log);
  app.addHook("onClose", backgroundWorkEnded);
  dropLongHeaders(app);
  // Before the compression: these files are small or have been compressed at build time.
  await app.register((files) => staticFiles(files, options), { prefix: config.basePath });
  await app.register(fastifyCompress, {
    globalCompression: true,
    requestEncodings: ["gzip", "identity"],
    encodings: ["br", "gzip"],
    threshold: 1024,
  });

  const { pageChanges } = options;
  const apollo = apolloServer(schema(), app.log, async () => pageChanges?.caughtUp());
  await apollo.start();
  app.addHook("onClose", () => apollo.stop());

  await app.register(
    (site, _options, done) => {
      apiRoutes(site);
      healthRoutes(site, { dataSource, isStopping: options.isStopping ?? (() => false) });
      const { origin } = config.publicUrl;
      const workBudget = new WorkBudget(config.workBudget);
      const authentication = { dataSource, siteUrl: origin + config.basePath, https, basePath: config.basePath };
      const cookie = sessionCookie(authentication);
      graphqlRoutes(site, {
        apollo,
        dataSource,
        workBudget,
        origin,
        siteUrl: authentication.siteUrl,
        authenticate: (request) => authenticate(request, authentication),
        cookies: (reply) => ({
          set: (token, maxAge) => cookie.set(reply, token, maxAge),
          clear: () => cookie.clear(reply),
        }),
        links: config.links,
        explorer: (_request, reply) => sendExplorer(reply, explorerAssets(assets)),
      });
      mcpRoutes(site, {
        apollo,
        dataSource,
        workBudget,
        publicUrl: config.publicUrl,
        siteUrl: authentication.siteUrl,
        links: config.links,
        authenticate: (request) => authenticate(request, authentication),
      });
      const cache = pageCache(app, options);
      feedRoutes(site, { dataSource, origin, basePath: config.basePath, cache, sdl: emitSchema() });
      const execute = (operation: Operation) =>
        executeInProcess(
          schema(),
          { dataSource, links: config.links, siteUrl: authentication.siteUrl },
          app.log,
          operation,
        );
      const publicReads = {
        dataSource,
        siteUrl: authentication.siteUrl,
        basePath: config.basePath,
        workBudget,
        execute,
      };
      rawTextRoutes(site, { ...publicReads, cache });
      linkPreviewRoutes(site, publicReads);
      apiDescriptionRoutes(site, authentication.siteUrl);
      unsubscribeRoutes(site, { dataSource, basePath: config.basePath });
      transferRoutes(site, {
        dataSource,
        origin,
        siteUrl: authentication.siteUrl,
        authenticate: (request) => authenticate(request, authentication),
      });
      const feed = pageChanges && new LiveFeed(pageChanges.notifications);
      const streams = options.streams ?? new EventStreams();
      site.addHook("preClose", () => streams.close());
      site.addHook("onClose", () => feed?.close());
      streamRoutes(site, {
        apollo,
        schema: schema(),
        dataSource,
        feed,
        streams,
        origin,
        siteUrl: authentication.siteUrl,
        links: config.links,
        authenticate: (request) => authenticate(request, authentication),
        currentSessions: (ids) => currentSessions(dataSource, ids),
      });
      outboxRoutes(site, config);
      if (options.renderer) {
        pageRoutes(site, {
          renderer: () => rendererOf(options),
          assets: () => Promise.resolve(options.assets ?? assets?.page ?? { scripts: [], styles: [], preloads: [] }),
          basePath: config.basePath,
          origin: config.publicUrl.origin,
          links: config.links,
          cache,
          workBudget,
          moved: movedPage,
          settle: (address) => settleCommentAddress(dataSource, address),
          execute,
          ...(options.transformHtml ? { transformHtml: options.transformHtml } : {}),
        });
      }
      done();
    },
    { prefix: config.basePath },
  );
  return app;
}

/** Rendered pages in memory, if changes can be observed. */
function pageCache(app: FastifyInstance, { config, dataSource, pageChanges }: AppOptions): PageCache | undefined {
  if (!pageChanges || config.pageCacheBytes === 0) return undefined;
  const cache = new PageCache({
    maxBytes: config.pageCacheBytes,
    canCache: () => pageChanges.listening,
    onRefreshFailed: (err) => {
      if (!isRefused(err)) app.log.error({ err }, "A page could not be rendered anew");
    },
  });
  const unsubscribe = pageChanges.subscribe((change) => {
    if (change === "all") clearTagCache(dataSource);
    cache.apply(change);
  });
  app.addHook("onClose", () => unsubscribe());
  return cache;
}

/** Logs one line per request. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, url } = request;
    request.log.info({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "Answered");
    done();
  });
}

/** Fastify expects a function for a number of hops. */
function trustedProxies(setting: Config["trustProxy"]) {
  return typeof setting === "number" ? (_address: string, hop: number) => hop < setting : setting;
}

async function rendererOf({ renderer }: AppOptions): Promise<PageRenderer> {
  if (!renderer) throw new Error("This app serves no pages.");
  return typeof renderer === "function" ? renderer() : renderer;
}

function explorerAssets(assets: ClientAssets | undefined): PageAssets {
  return assets?.explorer ?? { scripts: ["/@vite/client", "/client/explorer/explorer.tsx"], styles: [], preloads: [] };
}

async function staticFiles(site: FastifyInstance, { config, clientDir, extensionDir }: AppOptions): Promise<void> {
  // Taking a path of thousands of segments apart costs a millisecond and half a megabyte.
  site.addHook("onRequest", (request, reply, done) => {
    if (request.url.length > MAX_FILE_URL_LENGTH) reply.callNotFound();
    else done();
  });
  const icons = join(projectRoot(), "client/icons");
  await site.register(fastifyStatic, { root: icons, prefix: "/icons/", maxAge: "1d" });
  const pictures = join(projectRoot(), "docs-content/images");
  await site.register(fastifyStatic, { root: pictures, prefix: "/docs-images/", decorateReply: false, maxAge: "1h" });
  site.get("/favicon.svg", (_request, reply) => reply.sendFile("favicon.svg", icons));
  site.get("/favicon.ico", (_request, reply) => reply.sendFile("favicon.ico", icons));
  if (extensionDir !== undefined)
    extensionRoutes(site, { folder: extensionDir, publicUrl: config.publicUrl.origin + config.basePath });
  if (clientDir !== undefined) {
    await site.register(async (assets) => {
      // These two are for documents, and as long as a small file.
      assets.addHook("onSend", async (_request, reply) => {
        reply.removeHeader("content-security-policy").removeHeader("permissions-policy");
      });
      // File names contain a content hash.
      await assets.register(fastifyStatic, {
        root: join(clientDir, "assets"),
        prefix: "/assets/",
        decorateReply: false,
        // Compressed at build time, at a higher level than is feasible per request.
        preCompressed: true,
        immutable: true,
        maxAge: "1y",
      });
    });
  }
}
