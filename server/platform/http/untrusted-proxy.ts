import type { FastifyInstance } from "fastify";

/**
 * Behind a proxy that TRUST_PROXY does not name everybody has the proxy's address, and one visitor uses up the limits of all.
 * Said once: anybody can send such headers, as often as they like.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const { "x-forwarded-for": forwardedFor, forwarded } = request.headers;
    if (!isSaid && (forwardedFor ?? forwarded) !== undefined) {
      isSaid = true;
      request.log.warn(
        "A request came by a proxy, or pretends to: it has a header X-Forwarded-For or Forwarded, and TRUST_PROXY is false. If a " +
          "proxy stands before the site, set TRUST_PROXY to the number of proxies or to their addresses; until then all visitors " +
          "count as one, and share its limits.",
      );
    }
    done();
  });
}
