import { jwtVerify, SignJWT, errors, type JWTPayload } from "jose";
import type { DataSource } from "typeorm";
import { signingKeys } from "./signing-keys";

/** How long an access token is believed without a look at its refresh token. */
export const ACCESS_SECONDS = 15 * 60;
const ALGORITHM = "HS256";

/**
 * What a token may be used for. Type and audience differ, so that none passes for another, and the issuer is the site, so that
 * a token of one site is worth nothing on another that has its keys.
 */
const KINDS = {
  access: { typ: "at+jwt", audience: "api", claims: ["sub", "sid", "iat", "exp"] },
  refresh: { typ: "rt+jwt", audience: "refresh", claims: ["sid", "gen"] },
} as const;
type Kind = keyof typeof KINDS;

export class Tokens {
  constructor(
    private readonly dataSource: DataSource,
    /** The site's address. */
    private readonly issuer: string,
  ) {}

  async access(session: { id: string; userId: string }): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return this.sign("access", { sub: session.userId, sid: session.id, iat: now, exp: now + ACCESS_SECONDS });
  }

  /** The same for the same session and generation, as long as the same key signs: requests at once agree. */
  refresh(session: { id: string; generation: number }): Promise<string> {
    return this.sign("refresh", { sid: session.id, gen: session.generation });
  }

  async readAccess(token: string): Promise<{ userId: string; sessionId: string } | null> {
    const claims = await this.verify("access", token);
    const { sub, sid } = claims ?? {};
    return typeof sub === "string" && isUuid(sid) ? { userId: sub, sessionId: sid } : null;
  }

  async readRefresh(token: string): Promise<{ sessionId: string; generation: number } | null> {
    const { sid, gen } = (await this.verify("refresh", token)) ?? {};
    return isUuid(sid) && typeof gen === "number" ? { sessionId: sid, generation: gen } : null;
  }

  private async sign(kind: Kind, claims: JWTPayload): Promise<string> {
    const { signing: key } = await signingKeys(this.dataSource);
    const { typ, audience } = KINDS[kind];
    return new SignJWT({ ...claims, iss: this.issuer, aud: audience })
      .setProtectedHeader({ alg: ALGORITHM, typ, kid: key.id })
      .sign(key.secret);
  }

  /** Null for everything that this site has not signed for this purpose, or that is no longer valid. */
  private async verify(kind: Kind, token: string): Promise<JWTPayload | null> {
    const { typ, audience, claims } = KINDS[kind];
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const { all } = await signingKeys(this.dataSource);
          const key = all.find(({ id }) => id === kid);
          if (!key) throw new errors.JWSInvalid("unknown key");
          return key.secret;
        },
        { algorithms: [ALGORITHM], typ, audience, issuer: this.issuer, requiredClaims: [...claims] },
      );
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

export function tokensOf({ dataSource, siteUrl }: { dataSource: DataSource; siteUrl: string }): Tokens {
  return new Tokens(dataSource, siteUrl);
}
