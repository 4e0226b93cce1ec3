import { createHmac, randomBytes } from "node:crypto";
import { type DataSource, LessThan } from "typeorm";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { networkOf } from "../../platform/rate-limit/network";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { DailySecretEntity } from "./prompt-copy.entity";

export const COPIES = { limit: 60, seconds: 60 };

/**
 * Counts a copy once per visitor, prompt and day (UTC). A visitor is an IP address (IPv6: a /64 network), regardless of the user
 * agent, stored as a hash whose key is deleted after the day.
 * @throws NOT_FOUND for a prompt that is not public, RATE_LIMITED past 60 copies per minute and address.
 */
export async function recordCopy(
  dataSource: DataSource,
  { caller }: Actor,
  promptId: number | undefined,
): Promise<number> {
  await consumeRateLimit(dataSource, "copy", caller, COPIES);
  if (promptId === undefined) throw publicPromptNotFound();
  const { day, secret } = await dailySecret(dataSource);
  const visitor = createHmac("sha256", secret).update(networkOf(caller.address)).digest().subarray(0, 16);
  // One statement, so that the prompt's row is locked as briefly as possible under concurrent copies.
  const [prompt] = await dataSource.query<{ id: number }[]>(
    `with listed as (
       select id from prompt where id = $1 and listed for key share
     ), added as (
       insert into prompt_copy (prompt_id, day, visitor) select id, $2::date, $3::bytea from listed on conflict do nothing returning prompt_id
     ), counted as (
       update prompt set copy_count = copy_count + 1 where id in (select prompt_id from added)
     )
     select id from listed`,
    [promptId, day, visitor],
  );
  if (!prompt) throw publicPromptNotFound();
  return promptId;
}

export function publicPromptNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "There is no public prompt with this id.");
}

async function dailySecret(dataSource: DataSource): Promise<{ day: string; secret: Buffer }> {
  const day = new Date().toISOString().slice(0, 10);
  const { manager } = dataSource;
  const read = () => manager.findOneBy(DailySecretEntity, { day });
  const existing = await read();
  if (existing) return existing;
  await manager.delete(DailySecretEntity, { day: LessThan(day) });
  // Another process may be creating it concurrently: the first one wins.
  const secret = { day, secret: randomBytes(32) };
  await manager.createQueryBuilder().insert().into(DailySecretEntity).values(secret).orIgnore().execute();
  const stored = await read();
  if (!stored) throw new Error(`The secret of ${day} could not be created.`);
  return stored;
}
