import { createAsyncStoragePersister } from "@tanstack/query-async-storage-persister";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { PersistedClient, Persister } from "@tanstack/react-query-persist-client";
import { browser } from "wxt/browser";

/** How many lists and opened prompts are kept for when the site is away, the newest ones. A list of 20 prompts has some 40 kB. */
const KEPT_QUERIES = 60;

/** @param onError hears of every request that failed */
export function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Asks also without a network: only the answer tells whether a site on this machine is there.
        networkMode: "always",
        retry: false,
        staleTime: 60_000,
        gcTime: Infinity,
      },
    },
  });
}

/** Keeps the newest answers on this device. */
export const persister = createAsyncStoragePersister({
  key: "answers",
  storage: {
    getItem: async (key) => ((await browser.storage.local.get(key))[key] as string | undefined) ?? null,
    setItem: (key, value) => browser.storage.local.set({ [key]: value }),
    removeItem: (key) => browser.storage.local.remove(key),
  },
  serialize: (client) => JSON.stringify(newest(client)),
});

/**
 * Reads the answers that the panel keeps, and changes nothing: the panel may be open at the same time, and its hearts and votes that wait
 * are its own to send.
 */
export const reader: Persister = {
  async restoreClient() {
    const kept = await persister.restoreClient();
    return kept && { ...kept, clientState: { ...kept.clientState, mutations: [] } };
  },
  persistClient: () => undefined,
  removeClient: () => undefined,
};

function newest(client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries
    // Numbers beside the tabs are of no use without the site.
    .filter(({ queryKey }) => queryKey[0] !== "count")
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, KEPT_QUERIES);
  return { ...client, clientState: { ...client.clientState, queries } };
}
