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

/** Shows a hidden prompt again; to its author alone if somebody else has made one of its texts public since. */
export async function showHiddenPrompt(manager: EntityManager, id: number): Promise<void> {
  const texts = await manager.query<{ content: string }[]>(
    "select t.content from prompt_text t join prompt p on p.id = t.prompt_id where p.id = $1 and p.shared",
    [id],
  );
  const contents = texts.map(({ content }) => content);
  const isDuplicate = (await findDuplicate(manager, contents, id)) !== undefined;
  await manager.query("update prompt set hidden = false, shared = shared and not $2 where id = $1", [id, isDuplicate]);
}

/**
 * Makes those of an author's public prompts private of which somebody else has a text public, too: they were just shown again. Takes no
 * locks by text, as there may be more of them than the database can hold.
 */
export async function unshareDuplicates(manager: EntityManager, authorId: string): Promise<void> {
  await manager.query(
    `update prompt p set shared = false where p.author_id = $1 and p.listed and exists (
       select 1 from prompt_search own
       join prompt_search other on other.digest = own.digest and other.prompt_id <> own.prompt_id
       join prompt o on o.id = other.prompt_id and o.author_id is distinct from p.author_id
       where own.prompt_id = p.id)`,
    [authorId],
  );
}
