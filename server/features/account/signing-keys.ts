import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { SESSION_SECONDS } from "./session.service";

export interface SigningKey {
  id: string;
  secret: Uint8Array;
}

const KEY_BYTES = 32;
/** A key that another process has made is noticed after this time, or when a token names it. */
const FRESH_FOR_MS = 60_000;
const known = new WeakMap<DataSource, { until: number; keys: Promise<SigningKey[]> }>();

/** All keys, the newest first. The first start of a site makes one. */
export function signingKeys(dataSource: DataSource): Promise<SigningKey[]> {
  const found = known.get(dataSource);
  if (found && found.until > Date.now()) return found.keys;
  const keys = readKeys(dataSource);
  known.set(dataSource, { until: Date.now() + FRESH_FOR_MS, keys });
  keys.catch(() => forgetSigningKeys(dataSource));
  return keys;
}

/** The key that a token names; undefined where there is none, also after a look into the database. */
export async function signingKey(dataSource: DataSource, id: string): Promise<SigningKey | undefined> {
  const find = async () => (await signingKeys(dataSource)).find((key) => key.id === id);
  const found = await find();
  if (found) return found;
  forgetSigningKeys(dataSource);
  return find();
}

/**
 * From now on a new key signs. What older ones have signed stays valid, so nobody is signed out; a key goes once another has
 * signed in its place for as long as a session lasts.
 */
export async function rotateSigningKey(dataSource: DataSource): Promise<void> {
  await dataSource.query(`insert into signing_key (secret) values ($1)`, [randomBytes(KEY_BYTES)]);
  await dataSource.query(
    `delete from signing_key old where exists (
       select 1 from signing_key newer
       where newer.created_at > old.created_at and newer.created_at < now() - make_interval(secs => $1))`,
    [SESSION_SECONDS],
  );
  forgetSigningKeys(dataSource);
}

function forgetSigningKeys(dataSource: DataSource): void {
  known.delete(dataSource);
}

async function readKeys(dataSource: DataSource): Promise<SigningKey[]> {
  const read = () =>
    dataSource.query<SigningKey[]>(`select id, secret from signing_key order by created_at desc, id desc`);
  const keys = await read();
  if (keys.length > 0) return keys;
  // Processes that start together on an empty database may make one each; all are good.
  await dataSource.query(`insert into signing_key (secret) select $1 where not exists (select 1 from signing_key)`, [
    randomBytes(KEY_BYTES),
  ]);
  return read();
}
