import type { ApolloClient } from "@apollo/client";

/**
 * Drops what this browser keeps of the API and of pages, and loads what the page shows again. Not local storage, where drafts are, what was
 * filled in and what was chosen.
 * @throws if it could not be loaded again
 */
export async function clearKeptData(client: ApolloClient): Promise<void> {
  if ("caches" in window) {
    const names = await caches.keys().catch(() => []);
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  await client.clearStore();
  await client.refetchQueries({ include: "active" });
}
