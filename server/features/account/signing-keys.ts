import { randomBytes } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import { inTransaction } from "../../platform/database/transaction";
import { SigningKeyEntity } from "./session.entity";
import { SESSION_SECONDS } from "./session.service";

export interface SigningKey {
  id: string;
  secret: Uint8Array;
}

const KEY_BYTES = 32;
/** How long a process goes by the keys that it has read. */
const FRESH_FOR_MS = 60_000;
/** By then every process knows a new key, so a token that names an unknown one is forged, and costs no look into the database. */
const SIGNS_AFTER_SECONDS = (2 * FRESH_FOR_MS) / 1000;

interface SigningKeys {
  /** The newest that every process knows. */
  signing: SigningKey;
  all: readonly SigningKey[];
}

const known = new WeakMap<DataSource, { until: number; keys: Promise<SigningKeys> }>();

/** The first start of a site makes the first key. */
export function signingKeys(dataSource: DataSource): Promise<SigningKeys> {
  const found = known.get(dataSource);
  if (found && found.until > Date.now()) return found.keys;
  const keys = readKeys(dataSource);
  known.set(dataSource, { until: Date.now() + FRESH_FOR_MS, keys });
  keys.catch(() => forgetSigningKeys(dataSource));
  return keys;
}

/**
 * In two minutes a new key signs. What older ones have signed stays valid, so nobody is signed out; a key goes once another has
 * signed in its place for as long as a session lasts.
 */
export async function rotateSigningKey(dataSource: DataSource): Promise<void> {
  await dataSource.manager.insert(SigningKeyEntity, { secret: randomBytes(KEY_BYTES) });
  await dataSource.query(
    `delete from signing_key old where exists (
       select 1 from signing_key newer
       where newer.created_at > old.created_at and newer.created_at < now() - make_interval(secs => $1))`,
    [SESSION_SECONDS + SIGNS_AFTER_SECONDS],
  );
  forgetSigningKeys(dataSource);
}

export function forgetSigningKeys(dataSource: DataSource): void {
  known.delete(dataSource);
}

async function readKeys(dataSource: DataSource): Promise<SigningKeys> {
  const keys = await allKeys(dataSource.manager);
  if (keys) return keys;
  // Processes that start together on an empty database must agree on the first one.
  return inTransaction(dataSource, async (manager) => {
    await manager.query(`lock table signing_key in share row exclusive mode`);
    if (!(await manager.exists(SigningKeyEntity)))
      await manager.insert(SigningKeyEntity, { secret: randomBytes(KEY_BYTES) });
    const made = await allKeys(manager);
    if (!made) throw new Error("The first signing key could not be made.");
    return made;
  });
}

async function allKeys(manager: EntityManager): Promise<SigningKeys | null> {
  const all = await manager.query<(SigningKey & { signs: boolean })[]>(
    `select id, secret, created_at < now() - make_interval(secs => $1) as signs from signing_key order by created_at desc, id desc`,
    [SIGNS_AFTER_SECONDS],
  );
  // Before any is old enough there is but the first.
  const signing = all.find(({ signs }) => signs) ?? all.at(-1);
  return signing ? { signing, all } : null;
}
