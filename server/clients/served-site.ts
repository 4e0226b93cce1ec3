import { createTestApp, type TestApp } from "../platform/testing/test-app";

/** A site as its clients know it: by an address. */
export interface ServedSite extends TestApp {
  /** Of its GraphQL API. */
  url: string;
}

/** The whole app on a port of this machine, with the library in its database. */
export async function serveSite(...options: Parameters<typeof createTestApp>): Promise<ServedSite> {
  const site = await createTestApp(...options);
  const url = `${await site.app.listen({ host: "127.0.0.1", port: 0 })}/graphql`;
  const close = async () => {
    // Clients keep connections open for what they may ask next.
    site.app.server.closeAllConnections();
    await site.close();
  };
  return { ...site, url, close };
}

/**
 * Writes comments on a prompt without asking the API, which slows members down.
 * @param ids in the database; else the next ones
 */
export async function insertComments(
  { dataSource }: TestApp,
  promptId: number,
  bodies: readonly string[],
  ids?: readonly number[],
): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>(
    `insert into comment (id, prompt_id, body, html, html_version) overriding system value
     select coalesce(number, nextval(pg_get_serial_sequence('comment', 'id'))), $1, body, array['<p>' || body || '</p>'], 1
     from unnest($2::text[], $3::bigint[]) with ordinality as input (body, number, place) order by place returning id`,
    [promptId, bodies, ids ?? []],
  );
  return rows.map(({ id }) => `c${id}`);
}
