import { HeaderMap, type ApolloServer } from "@apollo/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import { answerOtherMethods } from "../http/api-addresses";
import { BODY_LIMITS } from "../http/body-limits";
import { challengeTo } from "../http/errors.route";
import { requireIntendedAccount } from "../http/intended-account";
import { takesAnyBody, toldLength } from "../http/request-bodies";
import type { RequestLimiter } from "../http/request-limiter";
import { etagOf, isFresh } from "../http/rendered-page";
import { isPrefetch, type WorkBudget } from "../http/work-budget";
import type { Actor } from "../domain/actor";
import { DomainError } from "../domain/domain-error";
import { RequestContext, type SessionCookies } from "./context";
import { checkDocument } from "./document-limits";
import { isCrossOrigin, refuseForeignCookies } from "./cross-origin";

export interface GraphqlRouteOptions {
  apollo: ApolloServer<RequestContext>;
  dataSource: DataSource;
  requestLimiter: RequestLimiter;
  workBudget: WorkBudget;
  /** The site's own origin: the only one whose requests may carry cookies. */
  origin: string;
  /** The site's address with its base path. */
  siteUrl: string;
  links: SiteLinks;
  /** Identifies the caller. @throws UNAUTHENTICATED for invalid credentials. */
  authenticate(request: FastifyRequest): Promise<Actor>;
  cookies(reply: FastifyReply): SessionCookies;
  /** Sends the explorer page. */
  explorer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
}

/** `/graphql`: queries by GET and POST, mutations by POST, and the explorer for people who open it in a browser. */
export function graphqlRoutes(app: FastifyInstance, options: GraphqlRouteOptions): void {
  answerOtherMethods(app, "/graphql", METHODS);
  app.route({
    method: METHODS,
    exposeHeadRoute: false,
    url: "/graphql",
    ...takesAnyBody(BODY_LIMITS.member, (request) => bodyLimitOf(request, options)),
    onRequest: [keepNothing, options.requestLimiter.admit],
    handler: (request, reply) =>
      wantsExplorer(request) ? options.explorer(request, reply) : execute(request, reply, options),
  });
}

const METHODS: HTTPMethods[] = ["GET", "POST"];

function keepNothing(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("cache-control", "no-store");
  done();
}

/**
 * Parsing a body takes time in proportion to its length (0.15 s for the worst 1.25 MB), and happens before anything is known about the
 * request. Whose body it is has to be asked only if it may be too long for a visitor.
 * @returns in bytes
 * @throws UNAUTHENTICATED like `authenticate`
 */
async function bodyLimitOf(
  request: FastifyRequest,
  { requestLimiter, authenticate }: GraphqlRouteOptions,
): Promise<number> {
  const length = toldLength(request);
  if (length !== undefined && length <= BODY_LIMITS.visitor) return BODY_LIMITS.member;
  const { kind } = await requestLimiter.run(request, () => authenticate(request));
  return kind === "visitor" ? BODY_LIMITS.visitor : BODY_LIMITS.member;
}

function wantsExplorer(request: FastifyRequest): boolean {
  if (request.method !== "GET" || !(request.headers.accept ?? "").includes("text/html")) return false;
  const query = new URLSearchParams(searchOf(request));
  return !query.has("query") && !query.has("extensions");
}

async function execute(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlRouteOptions,
): Promise<FastifyReply> {
  const foreign = isCrossOrigin(request.headers, options.origin);
  refuseForeignCookies(request, foreign);
  const source = documentOf(request);
  if (source !== undefined) checkDocument(source);
  const { requestLimiter } = options;
  return requestLimiter.run(request, async () => {
    const actor = await options.authenticate(request);
    requireIntendedAccount(actor, request, reply);
    const run = () => executeAs(actor, request, reply, foreign, options);
    if (actor.kind === "visitor") return requestLimiter.runAsVisitor(request, run);
    const since = performance.now();
    return requestLimiter.runAsAccount(actor.userId, credentialOf(actor), async () => {
      // The session or token may have ended while its request waited, and what is read now is not for it any more.
      const isOld = performance.now() - since > WAIT_MS;
      if (isOld && (await options.authenticate(request)).kind !== actor.kind)
        throw new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
      return run();
    });
  });
}

/** After a shorter wait a request counts as one that was under way. */
const WAIT_MS = 50;

function credentialOf(actor: Exclude<Actor, { kind: "visitor" }>): string {
  return actor.kind === "session" ? `session ${actor.sessionId}` : `token ${actor.tokenId}`;
}

async function executeAs(
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  isCrossOrigin: boolean,
  { apollo, dataSource, links, siteUrl, cookies, workBudget }: GraphqlRouteOptions,
): Promise<FastifyReply> {
  const client = {
    address: request.ip,
    isForeign: isCrossOrigin && actor.kind === "visitor",
    isPrefetch: isPrefetch(request),
    ...(actor.kind === "token" && { tokensOf: actor.userId }),
    ...(actor.kind === "session" && { sessionsOf: actor.userId }),
  };
  const context = new RequestContext({
    dataSource,
    links,
    siteUrl,
    actor,
    isCrossOrigin,
    cookies: cookies(reply),
    spend: (points, isMutation) => workBudget.spend(points, client, reply, isMutation),
  });
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: request.method,
      headers: headerMap(request),
      search: searchOf(request),
      body: request.body,
    },
    context: () => Promise.resolve(context),
  });
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.code(response.status ?? 200);
  if (reply.statusCode === 401) reply.header("www-authenticate", challengeTo(request));
  if (response.body.kind !== "complete") throw new Error("Incremental delivery is not enabled.");
  const { string: body } = response.body;
  if (!isSameForAll(request) || !body.startsWith(WITHOUT_ERRORS)) return reply.send(body);
  const etag = etagOf(body);
  reply.headers({ etag, "cache-control": "no-cache", vary: "Accept, Authorization, Cookie" });
  return isFresh(request.headers["if-none-match"], etag) ? reply.code(304).send() : reply.send(body);
}

/** Apollo Server writes errors first. */
const WITHOUT_ERRORS = '{"data":';

/** Whether anybody would be answered the same, so that clients and proxies may keep it. */
function isSameForAll({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers.authorization === undefined && headers.cookie === undefined;
}

/** Parsed like Apollo Server does: with a different parser, a query that it decodes differently would not be measured. */
export function documentOf(request: FastifyRequest): string | undefined {
  if (request.method === "GET") return new URLSearchParams(searchOf(request)).get("query") ?? undefined;
  const { body } = request;
  const query = body !== null && typeof body === "object" && "query" in body ? body.query : undefined;
  return typeof query === "string" ? query : undefined;
}

export function searchOf(request: FastifyRequest): string {
  const at = request.url.indexOf("?");
  return at === -1 ? "" : request.url.slice(at);
}

function headerMap(request: FastifyRequest): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // Any page can have a browser send a GET; Apollo Server wants a header that only the browser's own pages can add. Without cookies it is nobody's.
  if (request.method === "GET" && request.headers.cookie === undefined) headers.set("apollo-require-preflight", "none");
  return headers;
}
