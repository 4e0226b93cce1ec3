import { jwtVerify, SignJWT, errors, type JWTPayload } from "jose";
import type { DataSource } from "typeorm";
import { signingKeys } from "./signing-keys";

/** The lifetime of an access token. */
export const ACCESS_SECONDS = 15 * 60;
const ALGORITHM = "HS256";

/**
 * Type and audience differ per kind, so that one kind of token cannot be used as another. The issuer is the site, so that a token
 * of one site is invalid on another site that shares its keys.
 */
const TOKEN_KINDS = {
  access: { typ: "at+jwt", audience: "api", claims: ["sub", "sid", "iat", "exp"] },
  refresh: { typ: "rt+jwt", audience: "refresh", claims: ["sid", "gen"] },
} as const;
type TokenKind = keyof typeof TOKEN_KINDS;

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

  /** Deterministic for a session, generation and signing key, so that concurrent refreshes return the same token. */
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

  private async sign(kind: TokenKind, claims: JWTPayload): Promise<string> {
    const { signing: key } = await signingKeys(this.dataSource);
    const { typ, audience } = TOKEN_KINDS[kind];
    return new SignJWT({ ...claims, iss: this.issuer, aud: audience })
      .setProtectedHeader({ alg: ALGORITHM, typ, kid: key.id })
      .sign(key.secret);
  }

  /** Null for a token that this site did not sign for this purpose, or that has expired. */
  private async verify(kind: TokenKind, token: string): Promise<JWTPayload | null> {
    const { typ, audience, claims } = TOKEN_KINDS[kind];
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
