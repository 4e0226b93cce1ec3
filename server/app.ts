import "reflect-metadata";
import { join } from "node:path";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { authenticate, authRoutes } from "./features/account";
import { feedRoutes } from "./features/feeds";
import { clearTagCache } from "./features/tag";
import type { Config } from "./platform/config/config";
import { projectRoot } from "./platform/config/project-root";
import type { PageChanges } from "./platform/database/page-changes";
import { apolloServer } from "./platform/graphql/apollo";
import { graphqlRoutes } from "./platform/graphql/graphql.route";
import { executeInProcess } from "./platform/graphql/in-process";
import { rejectInvalidTargets } from "./platform/http/addresses";
import { readClientAssets, type ClientAssets } from "./platform/http/client-assets";
import { registerErrorHandlers, sendError } from "./platform/http/errors.route";
import { sendExplorer } from "./platform/http/explorer";
import { RequestLimiter } from "./platform/http/request-limiter";
import { healthRoutes } from "./platform/http/health.route";
import { PageCache } from "./platform/http/page-cache";
import type { PageAssets, PageRenderer } from "../contract/page-renderer";
import { limitPipelining } from "./platform/http/pipelining";
import { pageRoutes } from "./platform/http/pages.route";
import { rejectExpensiveBodies } from "./platform/http/request-bodies";
import { sessionCookies } from "./platform/http/session-cookies";
import { securityHeaders, securityHeadersOf } from "./platform/http/security-headers";
import { warnAboutUntrustedProxy } from "./platform/http/untrusted-proxy";
import { requestId } from "./platform/logging/logger";
import { outboxRoutes } from "./platform/mail/outbox.route";
import { schema } from "./schema";

/** Where a route does not say otherwise, and where nothing is. */
const BODY_LIMIT = 1024;

/** A request that takes longer to arrive is not going to. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Node looks that often for requests whose time is over. */
const CHECKS_A_TIMEOUT = 30;

const PIPELINES_BLOCKED_MS = 60_000;

/** Where nobody would see the line of a request, nothing is prepared for it. */
const LEVELS_OF_REQUESTS: readonly Config["logLevel"][] = ["info", "debug", "trace"];

export interface AppOptions {
  config: Config;
  /** Initialised. */
  dataSource: DataSource;
  logger?: FastifyBaseLogger;
  /** Without one only the API and what machines read are served. A function is asked anew at every request. */
  renderer?: PageRenderer | (() => Promise<PageRenderer>);
  /** The build of the client; without it `assets` says what pages load. */
  clientDir?: string;
  assets?: PageAssets;
  transformHtml?: (path: string, html: string) => Promise<string>;
  /** Tells when pages are out of date. Without it none is kept. */
  pageChanges?: PageChanges;
  isStopping?: () => boolean;
  /** How long the head and the body of a request may take to arrive. */
  requestTimeoutMs?: number;
}

/** Builds the whole site as one Fastify app, listening to nothing yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, dataSource } = options;
  const https = config.publicUrl.protocol === "https:";
  const development = config.nodeEnv === "development";
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    genReqId: requestId,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // Whoever asks and never reads would have the answer kept in memory: a socket on which nothing moves is closed, later than
    // a slow request is told that it is one.
    connectionTimeout: 2 * requestTimeout,
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / CHECKS_A_TIMEOUT },
    forceCloseConnections: "idle",
    // While it closes, what is under way is finished; who comes then finds the door closed already.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(securityHeadersOf(request, { inlineScripts: [], https, development })));
    },
  });
  limitPipelining(app.server, config.trustProxy === false ? PIPELINES_BLOCKED_MS : 0);
  const assets =
    options.clientDir === undefined ? undefined : await readClientAssets(options.clientDir, config.basePath);
  securityHeaders(app, {
    // In development every inline script may run, and the renderer may just have a syntax error.
    inlineScripts: options.renderer && !development ? (await rendererOf(options)).inlineScripts : [],
    https,
    development,
  });
  rejectInvalidTargets(app);
  if (config.trustProxy === false) warnAboutUntrustedProxy(app);
  if (LEVELS_OF_REQUESTS.includes(config.logLevel)) logRequests(app);
  registerErrorHandlers(app);
  await app.register(fastifyCompress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ["br", "gzip"],
    threshold: 1024,
  });
  rejectExpensiveBodies(app);

  const { pageChanges } = options;
  const apollo = apolloServer(schema(), app.log, async () => pageChanges?.caughtUp());
  await apollo.start();
  app.addHook("onClose", () => apollo.stop());

  await app.register(
    async (site) => {
      healthRoutes(site, { dataSource, isStopping: options.isStopping ?? (() => false) });
      const { origin } = config.publicUrl;
      const requestLimiter = new RequestLimiter(2 * requestTimeout);
      const authentication = { dataSource, siteUrl: origin + config.basePath, https, basePath: config.basePath };
      const cookies = sessionCookies(authentication);
      authRoutes(site, { ...authentication, origin, requestLimiter });
      graphqlRoutes(site, {
        apollo,
        dataSource,
        requestLimiter,
        origin,
        siteUrl: authentication.siteUrl,
        authenticate: (request) => authenticate(request, authentication),
        cookies: (reply) => ({ set: (tokens) => cookies.set(reply, tokens), clear: () => cookies.clear(reply) }),
        links: config.links,
        explorer: (_request, reply) => sendExplorer(reply, explorerAssets(assets)),
      });
      feedRoutes(site, { dataSource, requestLimiter, origin: config.publicUrl.origin, basePath: config.basePath });
      outboxRoutes(site, config);
      await staticFiles(site, options.clientDir);
      if (options.renderer) {
        pageRoutes(site, {
          renderer: () => rendererOf(options),
          assets: () => Promise.resolve(options.assets ?? assets?.page ?? { scripts: [], styles: [], preloads: [] }),
          basePath: config.basePath,
          origin: config.publicUrl.origin,
          links: config.links,
          cache: pageCache(app, options),
          execute: (operation) =>
            executeInProcess(
              schema(),
              { dataSource, links: config.links, siteUrl: authentication.siteUrl },
              app.log,
              operation,
            ),
          ...(options.transformHtml ? { transformHtml: options.transformHtml } : {}),
        });
      }
    },
    { prefix: config.basePath },
  );
  return app;
}

/** Rendered pages in memory, as long as somebody tells when they are out of date. */
function pageCache(app: FastifyInstance, { config, dataSource, pageChanges }: AppOptions): PageCache | undefined {
  if (!pageChanges || config.pageCacheBytes === 0) return undefined;
  const cache = new PageCache({ maxBytes: config.pageCacheBytes, canCache: () => pageChanges.listening });
  const unsubscribe = pageChanges.subscribe((change) => {
    if (change === "all") clearTagCache(dataSource);
    cache.purge(change);
  });
  app.addHook("onClose", () => unsubscribe());
  return cache;
}

/** One line a request. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, url } = request;
    request.log.info({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "Answered");
    done();
  });
}

/** Fastify counts hops with a function. */
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

async function staticFiles(site: FastifyInstance, clientDir: string | undefined): Promise<void> {
  const icons = join(projectRoot(), "client/icons");
  await site.register(fastifyStatic, { root: icons, prefix: "/icons/", maxAge: "1d" });
  site.get("/favicon.svg", (_request, reply) => reply.sendFile("favicon.svg", icons));
  site.get("/favicon.ico", (_request, reply) => reply.sendFile("favicon.ico", icons));
  if (clientDir !== undefined) {
    // Their names carry a hash of what is in them.
    await site.register(fastifyStatic, {
      root: join(clientDir, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      // The build has compressed them better than there would be time for.
      preCompressed: true,
      immutable: true,
      maxAge: "1y",
    });
  }
}
