import type { ApolloServer } from "@apollo/server";
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  validateHostHeader,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { DataSource } from "typeorm";
import { FALLBACK_LOCALE, isLocale, type Locale } from "../../../contract/locales";
import type { SiteLinks } from "../../../contract/site-links";
import type { Actor } from "../../platform/domain/actor";
import { badInputError, DomainError } from "../../platform/domain/domain-error";
import { RequestContext } from "../../platform/graphql/context";
import { isCrossOrigin } from "../../platform/graphql/cross-origin";
import { clientOf, searchOf, visitorQueue } from "../../platform/graphql/graphql.route";
import { answerOtherMethods } from "../../platform/http/api-addresses";
import { BODY_LIMITS } from "../../platform/http/body-limits";
import type { WorkBudget } from "../../platform/http/work-budget";
import { type AgentSite, OperationError } from "./agent-site";
import { mcpServer } from "./mcp-server";

export interface McpRouteOptions {
  apollo: ApolloServer<RequestContext>;
  dataSource: DataSource;
  workBudget: WorkBudget;
  /** The address that people use. */
  publicUrl: URL;
  /** The same with the base path, without a trailing slash. */
  siteUrl: string;
  links: SiteLinks;
  /** Identifies the owner of an Authorization header. @throws UNAUTHENTICATED for invalid credentials */
  authenticate(request: FastifyRequest): Promise<Actor>;
}

const MCP_PATH = "/mcp";
const METHODS: HTTPMethods[] = ["POST"];

/** Of a message, besides the operations that it takes: as long as a small query. */
const MESSAGE_POINTS = 100;

/**
 * `/mcp`: the Model Context Protocol by streamable HTTP, of 2026 and of earlier clients. Every message stands for itself: there are no
 * sessions, no streams and no batches.
 */
export function mcpRoutes(app: FastifyInstance, options: McpRouteOptions): void {
  answerOtherMethods(app, MCP_PATH, METHODS);
  app.post(MCP_PATH, { bodyLimit: BODY_LIMITS.operation, onRequest: keepNothing }, (request, reply) =>
    answer(request, reply, options),
  );
}

function keepNothing(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("cache-control", "no-store");
  done();
}

async function answer(request: FastifyRequest, reply: FastifyReply, options: McpRouteOptions): Promise<FastifyReply> {
  requireKnownHost(request, options);
  const locale = localeOf(request);
  // Earlier revisions had batches: any number of searches in one message.
  if (Array.isArray(request.body)) throw badInputError("Send one message at a time: batches are not answered.");
  const actor = await actorOf(request, options);
  options.workBudget.spend(MESSAGE_POINTS, clientOf(actor, request), reply);
  const site = siteFor(actor, request, reply, locale, options);
  const response = await serve(webRequest(request), request.body, site);
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(await response.text());
}

/**
 * A page can let a name of its own lead to this machine, and then call it under that name (DNS rebinding): the site answers to its own
 * names only. Pages of other sites may call it by its name, as they may `/graphql`: nothing that a browser adds by itself is looked at.
 * @throws FORBIDDEN
 */
function requireKnownHost({ headers }: FastifyRequest, { publicUrl }: McpRouteOptions): void {
  const known = [publicUrl.hostname, ...localhostAllowedHostnames()];
  if (!validateHostHeader(headers.host, known).ok)
    throw new DomainError("FORBIDDEN", `The header Host must be ${publicUrl.host}. A proxy has to pass it on.`);
}

/** @throws BAD_USER_INPUT for a language that there is not */
function localeOf(request: FastifyRequest): Locale {
  const given = new URLSearchParams(searchOf(request)).get("locale") ?? FALLBACK_LOCALE;
  if (!isLocale(given)) throw badInputError('"locale" must be a language of the site, such as "en".', "locale");
  return given;
}

/** By an API token alone: a cookie would let pages of other sites act for whoever reads them. */
async function actorOf(request: FastifyRequest, { authenticate }: McpRouteOptions): Promise<Actor> {
  if (request.headers.authorization !== undefined) return authenticate(request);
  return { kind: "visitor", caller: { address: request.ip, userAgent: request.headers["user-agent"] ?? "" } };
}

function siteFor(
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
  { apollo, dataSource, links, publicUrl, siteUrl, workBudget }: McpRouteOptions,
): AgentSite {
  const client = clientOf(actor, request);
  const execute = (query: string, variables: Record<string, unknown>) => {
    const contextValue = new RequestContext({
      dataSource,
      links,
      siteUrl,
      actor,
      isCrossOrigin: isCrossOrigin(request.headers, publicUrl.origin),
      cookies: NO_COOKIES,
      spend: (points, isMutation) => workBudget.spend(points, client, reply, isMutation),
    });
    return apollo.executeOperation({ query, variables }, { contextValue });
  };
  return {
    url: siteUrl,
    locale,
    run: async (operation, variables) => {
      const work = () => execute(operation.toString(), variables as Record<string, unknown>);
      const hasLeft = () => request.raw.socket.destroyed;
      const { body } = await (actor.kind === "visitor" ? visitorQueue.run(work, hasLeft) : work()).catch(refusal);
      if (body.kind !== "single") throw new Error("Incremental delivery is not enabled.");
      const { data, errors: [error] = [] } = body.singleResult;
      if (!error) return data as never;
      const { code, ...details } = error.extensions ?? {};
      throw new OperationError(String(code), error.message, details);
    },
    report: (err) => request.log.error({ err }, "A message of an agent failed"),
  };
}

/** Neither of a token nor of a visitor. */
const NO_COOKIES = {
  set: () => {
    throw new Error("An agent signs nobody in.");
  },
  clear: () => {
    throw new Error("An agent signs nobody out.");
  },
};

function refusal(error: unknown): never {
  if (error instanceof DomainError) throw new OperationError(error.code, error.message, { ...error.details });
  throw error;
}

/** The request without its body, which the library gets parsed. */
function webRequest({ headers }: FastifyRequest): Request {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request("http://localhost/mcp", { method: "POST", headers: given });
}

async function serve(request: Request, parsedBody: unknown, site: AgentSite): Promise<Response> {
  if (!(await isLegacyRequest(request, parsedBody))) {
    const handler = createMcpHandler(() => mcpServer(site), { legacy: "reject", maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody });
  }
  // The library's own fallback answers with a stream of events, which is neither compressed nor told its limits.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer(site);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
