import { randomBytes } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import { inTransaction } from "../../platform/database/transaction";
import { SigningKeyEntity } from "./session.entity";

export interface SigningKey {
  id: string;
  secret: Uint8Array;
}

/**
 * The lifetime of a session token and its cookie: browsers keep none longer. The session's row, which is read at each request, ends the
 * session earlier: after 60 days without use.
 */
export const TOKEN_SECONDS = 400 * 24 * 60 * 60;
const KEY_BYTES = 32;
/** How long a process caches the keys. */
const CACHE_MS = 60_000;
/** By then every process has loaded a new key, so a token with an unknown key id is forged and needs no database lookup. */
const ACTIVE_AFTER_SECONDS = (2 * CACHE_MS) / 1000;

interface SigningKeys {
  /** The newest key that every process has loaded. */
  signing: SigningKey;
  all: readonly SigningKey[];
}

const cache = new WeakMap<DataSource, { until: number; keys: Promise<SigningKeys> }>();

/** The keys, cached. Creates the first key if there is none. */
export function signingKeys(dataSource: DataSource): Promise<SigningKeys> {
  const cached = cache.get(dataSource);
  if (cached && cached.until > Date.now()) return cached.keys;
  const keys = loadOrCreateKeys(dataSource);
  cache.set(dataSource, { until: Date.now() + CACHE_MS, keys });
  keys.catch(() => clearSigningKeyCache(dataSource));
  return keys;
}

/**
 * Adds a key, which starts signing in two minutes. Tokens signed by older keys stay valid, so nobody is signed out; a key is
 * deleted once a newer one has been signing for the lifetime of a token.
 */
export async function rotateSigningKey(dataSource: DataSource): Promise<void> {
  await dataSource.manager.insert(SigningKeyEntity, { secret: randomBytes(KEY_BYTES) });
  await dataSource.query(
    `delete from signing_key old where exists (
       select 1 from signing_key newer
       where newer.created_at > old.created_at and newer.created_at < now() - make_interval(secs => $1))`,
    [TOKEN_SECONDS + ACTIVE_AFTER_SECONDS],
  );
  clearSigningKeyCache(dataSource);
}

export function clearSigningKeyCache(dataSource: DataSource): void {
  cache.delete(dataSource);
}

async function loadOrCreateKeys(dataSource: DataSource): Promise<SigningKeys> {
  const keys = await loadKeys(dataSource.manager);
  if (keys) return keys;
  // Processes that start concurrently on an empty database must agree on the first key.
  return inTransaction(dataSource, async (manager) => {
    await manager.query(`lock table signing_key in share row exclusive mode`);
    if (!(await manager.exists(SigningKeyEntity)))
      await manager.insert(SigningKeyEntity, { secret: randomBytes(KEY_BYTES) });
    const created = await loadKeys(manager);
    if (!created) throw new Error("The first signing key could not be created.");
    return created;
  });
}

async function loadKeys(manager: EntityManager): Promise<SigningKeys | null> {
  const all = await manager.query<(SigningKey & { signs: boolean })[]>(
    `select id, secret, created_at < now() - make_interval(secs => $1) as signs from signing_key order by created_at desc, id desc`,
    [ACTIVE_AFTER_SECONDS],
  );
  // While no key is old enough, the first one signs.
  const signing = all.find(({ signs }) => signs) ?? all.at(-1);
  return signing ? { signing, all } : null;
}
