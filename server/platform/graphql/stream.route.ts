import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { type ExecutionResult, type GraphQLSchema, subscribe } from "graphql";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import type { Actor } from "../domain/actor";
import { badInputError, DomainError } from "../domain/domain-error";
import { answerOtherMethods } from "../http/api-addresses";
import { BODY_LIMITS } from "../http/body-limits";
import { HttpError } from "../http/errors.route";
import { requireIntendedAccount } from "../http/intended-account";
import type { EventStream, EventStreams, StreamPlace } from "../live/event-streams";
import type { LiveFeed } from "../live/live-feed";
import { RequestContext, type Subscription } from "./context";
import { checkDocument } from "./document-limits";
import { isCrossOrigin, refuseForeignCookies } from "./cross-origin";
import { graphqlErrorOf } from "./errors";
import { errorOfFault, logFaults } from "./faults";
import { documentOf, searchOf } from "./graphql.route";

export const STREAM_PATH = "/graphql/stream";

export interface StreamRouteOptions {
  apollo: ApolloServer<RequestContext>;
  schema: GraphQLSchema;
  dataSource: DataSource;
  /** Undefined where changes cannot be observed: every request is refused. */
  feed: LiveFeed | undefined;
  streams: EventStreams;
  origin: string;
  siteUrl: string;
  links: SiteLinks;
  /** Identifies the caller. @throws UNAUTHENTICATED for invalid credentials. */
  authenticate(request: FastifyRequest): Promise<Actor>;
  /** Of these sessions, those that still exist. */
  currentSessions(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

const NO_FEED_RETRY_SECONDS = 5;

/** The open streams of each session. */
type SessionStreams = Map<string, Set<EventStream>>;

/**
 * `/graphql/stream`: subscriptions by GET and POST, as server-sent events. The "distinct connections" mode of the GraphQL over SSE
 * protocol alone: a connection for each subscription, so that it does not matter which process answers.
 */
export function streamRoutes(app: FastifyInstance, options: StreamRouteOptions): void {
  const sessions: SessionStreams = new Map();
  const stop = options.feed?.onSessionEnded((id) => {
    if (id === null) void endGoneSessions(sessions, options, app);
    else for (const stream of sessions.get(id) ?? []) stream.complete();
  });
  app.addHook("onClose", () => stop?.());
  answerOtherMethods(app, STREAM_PATH, METHODS);
  app.route({
    method: METHODS,
    exposeHeadRoute: false,
    url: STREAM_PATH,
    bodyLimit: BODY_LIMITS.stream,
    onRequest: (_request, reply, done) => {
      reply.header("cache-control", "no-store");
      done();
    },
    handler: (request, reply) => handle(request, reply, sessions, options),
  });
}

const METHODS: HTTPMethods[] = ["GET", "POST"];

/** What ended while the database was away was not told. */
async function endGoneSessions(
  sessions: SessionStreams,
  { currentSessions }: StreamRouteOptions,
  { log }: FastifyInstance,
): Promise<void> {
  const ids = [...sessions.keys()];
  if (ids.length === 0) return;
  let current: ReadonlySet<string> = new Set();
  try {
    current = await currentSessions(ids);
  } catch (err) {
    log.warn({ err }, "The sessions of open streams could not be looked up, so their streams end");
  }
  for (const id of ids) if (!current.has(id)) for (const stream of sessions.get(id) ?? []) stream.complete();
}

async function handle(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: SessionStreams,
  options: StreamRouteOptions,
): Promise<void> {
  const { feed, streams, origin } = options;
  const foreign = isCrossOrigin(request.headers, origin);
  refuseForeignCookies(request, foreign);
  if (!/(^|[\s,])text\/event-stream\s*(;|,|$)/i.test(request.headers.accept ?? ""))
    throw new HttpError(406, "A stream needs the header Accept: text/event-stream.");
  // Node holds its response back until the earlier ones of the connection have been sent.
  if (reply.raw.socket === null) throw badInputError("A stream needs a connection without pipelined requests.");
  const place = streams.reserve(request.ip);
  try {
    // Without it nothing would be told, not even that a session has ended.
    if (!feed?.listening)
      throw new DomainError("SERVICE_UNAVAILABLE", "There are no streams now. Ask now and then instead.", {
        retryAfter: NO_FEED_RETRY_SECONDS,
      });
    const actor = await options.authenticate(request);
    requireIntendedAccount(actor, request, reply);
    // Nothing would end its streams with it, and they would take the places of its owner's browsers.
    if (actor.kind === "token")
      throw new DomainError("FORBIDDEN", "An API token has no streams. Ask now and then instead.");
    if (actor.kind === "session") place.countFor(actor.userId);
    const events = await start(request, actor, foreign, feed, options);
    if ("headers" in events) {
      place.release();
      refuse(reply, events);
      return;
    }
    if (actor.kind === "session" && feed.hasJustEnded(actor.sessionId)) {
      await events.return();
      throw new DomainError("UNAUTHENTICATED", "Sign in first.");
    }
    if (request.raw.socket.destroyed) {
      await events.return();
      place.release();
      reply.hijack();
      return;
    }
    pipe(request, reply, events, { actor, place, sessions, streams });
  } catch (error) {
    place.release();
    throw error;
  }
}

function refuse(reply: FastifyReply, { status = 400, headers, body }: HTTPGraphQLResponse): void {
  if (body.kind !== "complete") throw new Error("Incremental delivery is not enabled.");
  void reply.code(status).headers(Object.fromEntries(headers)).send(body.string);
}

interface Opening {
  actor: Actor;
  place: StreamPlace;
  sessions: SessionStreams;
  streams: EventStreams;
}

function pipe(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncGenerator<ExecutionResult, unknown, unknown>,
  { actor, place, sessions, streams }: Opening,
): void {
  const sessionId = actor.kind === "session" ? actor.sessionId : undefined;
  const stream = streams.open(request, reply, () => {
    place.release();
    if (sessionId !== undefined) {
      const others = sessions.get(sessionId);
      others?.delete(stream);
      if (others?.size === 0) sessions.delete(sessionId);
    }
    void events.return(undefined);
  });
  if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(stream));
  const run = async () => {
    for await (const result of events) stream.send(masked(result, request));
    stream.complete();
  };
  run().catch((err: unknown) => {
    request.log.error({ err }, "A stream failed");
    stream.complete();
  });
}

/**
 * Checks the operation as at `/graphql`, by the same server, and subscribes.
 * @returns the events, or how the operation is refused
 * @throws QUERY_TOO_COMPLEX, and what the resolver throws
 */
async function start(
  request: FastifyRequest,
  actor: Actor,
  isCrossOrigin: boolean,
  feed: LiveFeed,
  { apollo, schema, dataSource, links, siteUrl }: StreamRouteOptions,
): Promise<AsyncGenerator<ExecutionResult, void, void> | HTTPGraphQLResponse> {
  const source = documentOf(request);
  if (source !== undefined) checkDocument(source);
  const accepted: Subscription[] = [];
  const onSubscription = (subscription: Subscription) => void accepted.push(subscription);
  const cookies = { set: () => undefined, clear: () => undefined };
  const options = { dataSource, links, siteUrl, actor, isCrossOrigin, cookies, feed, onSubscription };
  const contextValue = new RequestContext(options);
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      // By GET it would take queries alone.
      method: "POST",
      headers: new HeaderMap([["content-type", "application/json"]]),
      search: "",
      body: request.method === "GET" ? fromQuery(request) : request.body,
    },
    context: () => Promise.resolve(contextValue),
  });
  const [subscription] = accepted;
  if (!subscription) return response;
  const { document, variables: variableValues, operationName } = subscription;
  const started = await subscribe({ schema, document, variableValues, operationName, contextValue });
  if (Symbol.asyncIterator in started) return started;
  const [error] = started.errors ?? [];
  throw error?.originalError ?? error ?? new Error("The subscription did not start.");
}

/** As a body would have it; what is no JSON, or is there twice, is refused there. */
function fromQuery(request: FastifyRequest): Record<string, unknown> {
  const parameters = new URLSearchParams(searchOf(request));
  const given = ["query", "operationName", "variables", "extensions"].flatMap((name) => {
    const [first, ...more] = parameters.getAll(name);
    if (first === undefined) return [];
    const isText = name === "query" || name === "operationName";
    return [[name, more.length > 0 ? [first, ...more] : isText ? first : jsonOf(first)] as const];
  });
  return Object.fromEntries(given);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function masked(result: ExecutionResult, { log }: FastifyRequest): unknown {
  if (!result.errors) return result;
  logFaults(result.errors, "subscription", log);
  const told = result.errors.map(({ originalError: cause }) =>
    cause instanceof DomainError ? graphqlErrorOf(cause) : errorOfFault(cause),
  );
  return { ...result, errors: told };
}
