import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { HttpError, sendError } from "./errors.route";
import { BUDGET_HEADERS } from "./work-budget";

/** Where programs ask, below the base path. What is below these is the API's too. */
const ROOTS = ["/graphql", "/api", "/mcp", "/schema.graphql"];

/**
 * For pages of every other site. Without Allow-Credentials, browsers send no cookies: what such a page may do beyond reading, it may by an API token
 * that it was given.
 */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "content-disposition",
    "etag",
    "retry-after",
    "www-authenticate",
    "x-request-id",
    ...BUDGET_HEADERS,
  ].join(", "),
};

/** How long browsers need not ask again. */
const PREFLIGHT_SECONDS = 86_400;

/** The CORS headers of an address of the API; none for others. */
export function corsHeadersOf(url: string, basePath: string): Readonly<Record<string, string>> {
  return isOfApi(url, basePath) ? CORS : {};
}

function isOfApi(url: string, basePath: string): boolean {
  return ROOTS.some((root) => {
    const end = basePath.length + root.length;
    return url.startsWith(basePath + root) && (url.length === end || "/?".includes(url.charAt(end)));
  });
}

/** Has other origins read whatever the API answers, also what refuses a request before its route sees it. To be called first. */
export function openApi(app: FastifyInstance, basePath: string): void {
  const below = `${basePath}/api/`;
  const description = `<${below}openapi.json>; rel="service-desc"`;
  app.addHook("onRequest", ({ url }, reply, done) => {
    reply.headers(corsHeadersOf(url, basePath));
    // For clients that look for a description at what it describes (RFC 8631).
    if (url.startsWith(below)) reply.header("link", description);
    done();
  });
}

/** The target without the slash at the end of the path of an address of the API: "/graphql/" is "/graphql". */
export function withoutSlash(target: string, basePath: string): string {
  return isOfApi(target, basePath) ? target.replace(/^([^?]*[^/?])\/(?=\?|$)/, "$1") : target;
}

/** Answers below the API's roots what no route answers; people's pages have no address there. */
export function apiRoutes(app: FastifyInstance): void {
  const onRequest = (_request: FastifyRequest, reply: FastifyReply) => {
    reply.callNotFound();
  };
  for (const url of ["/api", ...ROOTS.map((root) => `${root}/*`)]) app.all(url, { onRequest }, (_, reply) => reply);
}

/** At an address of the API, answers preflights of other origins, and the methods that there are not. @param methods with a route of their own */
export function answerOtherMethods(app: FastifyInstance, url: string, methods: readonly HTTPMethods[]): void {
  const allow = [...methods, "OPTIONS"].join(", ");
  app.options(url, (_request, reply) =>
    reply
      .code(204)
      .headers({
        allow,
        "access-control-allow-methods": allow,
        // The asterisk does not stand for Authorization.
        "access-control-allow-headers": "*, authorization",
        "access-control-max-age": String(PREFLIGHT_SECONDS),
      })
      .send(),
  );
  const onRequest = (request: FastifyRequest, reply: FastifyReply) => {
    sendError(new HttpError(405, `Use ${methods.join(" or ")} here.`), request, reply.header("allow", allow));
  };
  app.route({
    method: app.supportedMethods.filter((method) => method !== "OPTIONS" && !methods.includes(method)),
    url,
    // Before the body arrives.
    onRequest,
    handler: (_, reply) => reply,
  });
}
