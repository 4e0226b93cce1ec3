import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface CookieSettings {
  /** Whether the site is served over HTTPS: only then are its cookies Secure. */
  https: boolean;
  basePath: string;
}

export interface SessionTokens {
  access: string;
  refresh: string;
}

/** The lifetime of an unused session. */
const MAX_AGE_SECONDS = 60 * 24 * 60 * 60;

/** The session cookies: inaccessible to scripts, and not sent with cross-site requests. */
export function sessionCookies({ https, basePath }: CookieSettings) {
  // `__Host-` requires the path "/", so sites on the same host share it, and the name has to tell them apart. A cookie name cannot
  // contain "/" and a base path cannot contain "!", so the suffix is unique per base path.
  const suffix = basePath.replaceAll(".", "!").replaceAll("/", ".");
  const name = (kind: keyof SessionTokens) => `${https ? "__Host-" : ""}polyprompt${suffix}.${kind}`;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  const write = (reply: FastifyReply, kind: keyof SessionTokens, value: string, maxAge: number) =>
    reply.header("set-cookie", stringifySetCookie({ name: name(kind), value, maxAge, ...attributes }));
  return {
    read(request: FastifyRequest): Partial<SessionTokens> {
      // Not decoded: tokens have no escapes, and malformed escapes of other cookies take time.
      const cookies = parseCookie(request.headers.cookie ?? "", { decode: (value) => value });
      const { [name("access")]: access, [name("refresh")]: refresh } = cookies;
      return { ...(access ? { access } : {}), ...(refresh ? { refresh } : {}) };
    },
    set(reply: FastifyReply, tokens: SessionTokens): void {
      write(reply, "access", tokens.access, MAX_AGE_SECONDS);
      write(reply, "refresh", tokens.refresh, MAX_AGE_SECONDS);
    },
    clear(reply: FastifyReply): void {
      write(reply, "access", "", 0);
      write(reply, "refresh", "", 0);
    },
  };
}
