import { jwtVerify, SignJWT, errors } from "jose";
import type { DataSource } from "typeorm";
import { signingKeys, TOKEN_SECONDS } from "./signing-keys";

const ALGORITHM = "HS256";
const TYPE = "session+jwt";
const AUDIENCE = "session";

interface SessionClaims {
  sessionId: string;
  userId: string;
}

export interface TokenOptions {
  dataSource: DataSource;
  /** The site's address, as the issuer: a token of one site is invalid on another site that shares its keys. */
  siteUrl: string;
}

/** The signed token that names a session: the value of the session cookie. */
export async function signSession(
  { dataSource, siteUrl }: TokenOptions,
  { sessionId, userId }: SessionClaims,
): Promise<string> {
  const { signing: key } = await signingKeys(dataSource);
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, sid: sessionId, iss: siteUrl, aud: AUDIENCE, iat: now, exp: now + TOKEN_SECONDS };
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.id }).sign(key.secret);
}

/** Null for a token that this site did not sign as a session's, or that has expired. Whether the session exists is not checked. */
export async function verifySession(
  { dataSource, siteUrl }: TokenOptions,
  token: string,
): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const { all } = await signingKeys(dataSource);
        const key = all.find(({ id }) => id === kid);
        if (!key) throw new errors.JWSInvalid("unknown key");
        return key.secret;
      },
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: AUDIENCE,
        issuer: siteUrl,
        requiredClaims: ["sub", "sid", "iat", "exp"],
      },
    );
    const { sub, sid } = payload;
    return typeof sub === "string" && isUuid(sid) ? { sessionId: sid, userId: sub } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
