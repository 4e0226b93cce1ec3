import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

export interface SecurityOptions {
  /** Exact sources of the inline scripts that may run. */
  inlineScripts: readonly string[];
  https: boolean;
  /** Vite's client injects styles, scripts and a socket of its own. */
  development: boolean;
}

/** Sets what every response carries, whatever it is. */
export function securityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  // Hashing the scripts anew would cost more than answering with a page that is kept.
  const same = sameHeaders(options);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(same).header("x-request-id", request.id);
    done();
  });
}

export function securityHeadersOf(request: FastifyRequest, options: SecurityOptions): Record<string, string> {
  return { ...sameHeaders(options), "x-request-id": request.id };
}

/** Those that are the same for every request. */
function sameHeaders({ inlineScripts, https, development }: SecurityOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(inlineScripts, development),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    // Over plain http browsers ignore both, and complain about the second on every page.
    ...(https ? { "strict-transport-security": "max-age=31536000", "cross-origin-opener-policy": "same-origin" } : {}),
  };
}

function contentSecurityPolicy(inlineScripts: readonly string[], development: boolean): string {
  const hashes = inlineScripts.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${development ? "'unsafe-inline'" : hashes.join(" ")}`.trim(),
    // Style attributes: the colours of tags and Mantine's sizes are set by them.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
