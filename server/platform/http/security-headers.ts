import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MEASUREMENT_COOKIE } from "../../../contract/site-links";

export interface SecurityOptions {
  /** The exact source of every inline script that may run. */
  inlineScripts: readonly string[];
  https: boolean;
  /** Whether there is a tag manager, for visitors who have allowed it. */
  tagManager: boolean;
  /** Allows the styles, scripts and web socket of Vite's client. */
  development: boolean;
}

/** Sets the security headers on every response. */
export function securityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  // Computed once: hashing the scripts per request would cost more than sending a cached page.
  const headers = constantHeaders({ ...options, tagManager: false });
  const allowed = options.tagManager && constantHeaders(options);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(allowed && allowsMeasurement(request) ? allowed : headers).header("x-request-id", request.id);
    done();
  });
}

function allowsMeasurement({ headers: { cookie } }: FastifyRequest): boolean {
  return cookie?.split("; ").includes(`${MEASUREMENT_COOKIE}=yes`) ?? false;
}

export function securityHeadersOf(request: FastifyRequest, options: SecurityOptions): Record<string, string> {
  return { ...constantHeaders(options), "x-request-id": request.id };
}

/** The headers that are the same for every request. */
function constantHeaders({ inlineScripts, https, development, tagManager }: SecurityOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(inlineScripts, development, tagManager),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    // Over plain HTTP, browsers ignore both and log a warning about the second on every page.
    ...(https ? { "strict-transport-security": "max-age=31536000", "cross-origin-opener-policy": "same-origin" } : {}),
  };
}

/** The hosts of Google Tag Manager and of the measurement that it usually brings. */
const TAG_MANAGER = " https://www.googletagmanager.com";
const MEASUREMENT = `${TAG_MANAGER} https://*.google-analytics.com https://*.analytics.google.com`;

function contentSecurityPolicy(inlineScripts: readonly string[], development: boolean, tagManager: boolean): string {
  const hashes = inlineScripts.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${development ? "'unsafe-inline'" : hashes.join(" ")}`.trim() + (tagManager ? TAG_MANAGER : ""),
    // For style attributes, which set tag colours and Mantine's sizes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${tagManager ? MEASUREMENT : ""}`,
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}${tagManager ? MEASUREMENT : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
