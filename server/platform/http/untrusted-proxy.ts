import type { FastifyInstance } from "fastify";

/**
 * Behind a proxy that TRUST_PROXY does not name, all visitors have the proxy's address, so one of them can use up everybody's rate
 * limits. Warns once per process: anybody can send these headers, any number of times.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const { "x-forwarded-for": forwardedFor, forwarded } = request.headers;
    if (!hasWarned && (forwardedFor ?? forwarded) !== undefined) {
      hasWarned = true;
      request.log.warn(
        "A request came through a proxy, or pretends to: it has an X-Forwarded-For or Forwarded header, but TRUST_PROXY is false. " +
          "If the site is behind a proxy, set TRUST_PROXY to the number of proxies or to their addresses; until then, all visitors " +
          "count as one and share its rate limits.",
      );
    }
    done();
  });
}
