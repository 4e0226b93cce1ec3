import { HeaderMap, type ApolloServer } from "@apollo/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import { answerOtherMethods } from "../http/api-addresses";
import { BoundedQueue } from "../http/bounded-queue";
import { BODY_LIMITS } from "../http/body-limits";
import { challengeTo } from "../http/errors.route";
import { requireIntendedAccount } from "../http/intended-account";
import { etagOf, isFresh } from "../http/rendered-page";
import type { Client, WorkBudget } from "../http/work-budget";
import type { Actor } from "../domain/actor";
import { RequestContext, type SessionCookies } from "./context";
import { checkDocument } from "./document-limits";
import { isCrossOrigin, refuseForeignCookies } from "./cross-origin";

export interface GraphqlRouteOptions {
  apollo: ApolloServer<RequestContext>;
  dataSource: DataSource;
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
    bodyLimit: BODY_LIMITS.operation,
    onRequest: keepNothing,
    handler: (request, reply) =>
      wantsExplorer(request) ? options.explorer(request, reply) : execute(request, reply, options),
  });
}

const METHODS: HTTPMethods[] = ["GET", "POST"];

/** More at a time would answer no more of them, but hold up everybody's pages: a flood of strangers leaves members the connections, and pages the processor. */
export const visitorQueue = new BoundedQueue(2, 200);

function keepNothing(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("cache-control", "no-store");
  done();
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
  const actor = await options.authenticate(request);
  requireIntendedAccount(actor, request, reply);
  const run = () => executeAs(actor, request, reply, foreign, options);
  return actor.kind === "visitor" ? visitorQueue.run(run, () => request.raw.socket.destroyed) : run();
}

async function executeAs(
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  isCrossOrigin: boolean,
  { apollo, dataSource, links, siteUrl, cookies, workBudget }: GraphqlRouteOptions,
): Promise<FastifyReply> {
  const client = clientOf(actor, request);
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

/** Whose work budget an operation is charged to. */
export function clientOf(actor: Actor, { ip }: FastifyRequest): Client {
  return actor.kind === "visitor" ? { address: ip } : { account: actor.userId, by: actor.kind };
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
