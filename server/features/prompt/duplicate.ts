import type { EntityManager } from "typeorm";

/**
 * The first public prompt with one of these contents; undefined if there is none. Nobody else can share them until the transaction
 * ends: of several members who share the same text at once, one is first. Locks in order, so that two prompts with the same texts
 * do not wait for each other.
 * @param except the number of the prompt that is about to be shared
 */
export async function findDuplicate(
  manager: EntityManager,
  contents: readonly string[],
  except: number | null = null,
): Promise<number | undefined> {
  if (contents.length === 0) return undefined;
  const rows = await manager.query<{ digest: Buffer }[]>(
    `select digest, pg_advisory_xact_lock(hashtextextended('shared text ' || encode(digest, 'hex'), 0))
     from (select distinct prompt_digest(content) as digest from unnest($1::text[]) as content order by digest) as wanted`,
    [contents],
  );
  // A statement of its own, which sees what was shared while this one waited for the locks.
  const [found] = await manager.query<{ id: number | null }[]>(
    "select min(prompt_id) as id from prompt_search where digest = any($1::bytea[]) and prompt_id is distinct from $2",
    [rows.map(({ digest }) => digest), except],
  );
  return found?.id ?? undefined;
}
