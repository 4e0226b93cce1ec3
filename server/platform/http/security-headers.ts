import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

export interface SecurityOptions {
  /** The exact source of every inline script that may run. */
  inlineScripts: readonly string[];
  https: boolean;
  /** Allows the styles, scripts and web socket of Vite's client. */
  development: boolean;
}

/** Sets the security headers on every response. */
export function securityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  // Computed once: hashing the scripts per request would cost more than sending a cached page.
  const headers = constantHeaders(options);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
}

export function securityHeadersOf(request: FastifyRequest, options: SecurityOptions): Record<string, string> {
  return { ...constantHeaders(options), "x-request-id": request.id };
}

/** The headers that are the same for every request. */
function constantHeaders({ inlineScripts, https, development }: SecurityOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(inlineScripts, development),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    // Over plain HTTP, browsers ignore both and log a warning about the second on every page.
    ...(https ? { "strict-transport-security": "max-age=31536000", "cross-origin-opener-policy": "same-origin" } : {}),
  };
}

function contentSecurityPolicy(inlineScripts: readonly string[], development: boolean): string {
  const hashes = inlineScripts.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${development ? "'unsafe-inline'" : hashes.join(" ")}`.trim(),
    // For style attributes, which set tag colours and Mantine's sizes.
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
