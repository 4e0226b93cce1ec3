import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface CookieSettings {
  /** Whether the site is served over HTTPS: only then is its cookie Secure. */
  https: boolean;
  basePath: string;
}

/** The session cookie: inaccessible to scripts, and not sent with cross-site requests. */
export function sessionCookie({ https, basePath }: CookieSettings) {
  // `__Host-` requires the path "/", so sites on the same host share it, and the name has to tell them apart. A cookie name cannot
  // contain "/" and a base path cannot contain "!", so the suffix is unique per base path.
  const suffix = basePath.replaceAll(".", "!").replaceAll("/", ".");
  const name = `${https ? "__Host-" : ""}polyprompt${suffix}.session`;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  const write = (reply: FastifyReply, value: string, maxAge: number) =>
    reply.header("set-cookie", stringifySetCookie({ name, value, maxAge, ...attributes }));
  return {
    /** The session token that the request carries. */
    read(request: FastifyRequest): string | undefined {
      // Not decoded: tokens have no escapes, and malformed escapes of other cookies take time.
      return parseCookie(request.headers.cookie ?? "", { decode: (value) => value })[name] || undefined;
    },
    /** @param maxAge in seconds */
    set(reply: FastifyReply, token: string, maxAge: number): void {
      write(reply, token, maxAge);
    },
    clear(reply: FastifyReply): void {
      write(reply, "", 0);
    },
  };
}
