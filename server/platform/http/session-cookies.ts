import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface CookieSettings {
  /** Whether people reach the site by https: then, and only then, cookies are Secure. */
  https: boolean;
  basePath: string;
}

export interface SessionTokens {
  access: string;
  refresh: string;
}

/** As long as a session that is not used. */
const MAX_AGE_SECONDS = 60 * 24 * 60 * 60;

/** The cookies that a session is in: no script reads them, no other site sends them along. */
export function sessionCookies({ https, basePath }: CookieSettings) {
  // `__Host-` wants the path "/", which several sites below one host share: so the name tells them apart. "/" may not stand in a
  // name, "!" not in a base path: no two base paths come out the same.
  const suffix = basePath.replaceAll(".", "!").replaceAll("/", ".");
  const name = (kind: keyof SessionTokens) => `${https ? "__Host-" : ""}polyprompt${suffix}.${kind}`;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  const write = (reply: FastifyReply, kind: keyof SessionTokens, value: string, maxAge: number) =>
    reply.header("set-cookie", stringifySetCookie({ name: name(kind), value, maxAge, ...attributes }));
  return {
    read(request: FastifyRequest): Partial<SessionTokens> {
      const found = parseCookie(request.headers.cookie ?? "");
      const { [name("access")]: access, [name("refresh")]: refresh } = found;
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
