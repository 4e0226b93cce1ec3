import type { ApolloCache, Reference } from "@apollo/client";
import type { ModifierDetails } from "@apollo/client/cache";

interface CachedList {
  totalCount?: number;
  nodes?: readonly Reference[];
}

const VIEWER = "Viewer:{}";

/** Which lists a prompt leaves: all of them, or only those that everyone sees. */
type Scope = "all" | "public";

/**
 * Takes a prompt out of the lists in the cache, as the server does. Lists that do not have it stay as they are. Not as an optimistic
 * layer: that hides whatever is loaded into the same lists while it lasts.
 * @returns what puts it back in the same places, also in lists that were loaded anew without it
 */
export function removeFromLists(cache: ApolloCache, id: string, scope: Scope): () => void {
  const isPrompt = matcher(cache, id);
  const prompt = { __ref: cache.identify({ __typename: "Prompt", id }) ?? "" };
  /** By the name of its field. A count without a list, which is that of all prompts of the member, has no index. */
  const places = { public: new Map<string, number | null>(), own: new Map<string, number | null>() };
  const remove =
    (owner: keyof typeof places) =>
    (value: unknown, { storeFieldName }: { storeFieldName: string }): unknown => {
      const { nodes, totalCount, ...list } = value as CachedList;
      const index = nodes?.findIndex(isPrompt) ?? null;
      if (index === -1 || (index === null && owner === "public")) return value;
      places[owner].set(storeFieldName, index);
      return { ...list, ...counted(totalCount, -1), ...(nodes && { nodes: nodes.filter((node) => !isPrompt(node)) }) };
    };
  const restore =
    (owner: keyof typeof places) =>
    (value: unknown, { storeFieldName, DELETE }: ModifierDetails): unknown => {
      const { nodes, totalCount, ...list } = value as CachedList;
      const index = places[owner].get(storeFieldName);
      if (nodes?.some(isPrompt)) return value;
      // One's own list that was loaded only since: it is loaded again, as nobody knows whether the prompt belongs to it.
      if (index === undefined) return owner === "own" && scope === "all" ? DELETE : value;
      return { ...list, ...counted(totalCount, 1), ...(nodes && { nodes: nodes.toSpliced(index ?? 0, 0, prompt) }) };
    };
  cache.modify({ fields: { prompts: remove("public") } });
  if (scope === "all") cache.modify({ id: VIEWER, fields: { prompts: remove("own") } });
  return () => {
    cache.modify({ fields: { prompts: restore("public") } });
    cache.modify({ id: VIEWER, fields: { prompts: restore("own") } });
    forgetAbsence(cache, id);
  };
}

function counted(totalCount: number | undefined, change: number): CachedList {
  return totalCount === undefined ? {} : { totalCount: totalCount + change };
}

/** Takes a prompt off its own page. Null, as the server would answer: a missing prompt would be asked for again. */
export function removePage(cache: ApolloCache, id: string): void {
  const isPrompt = matcher(cache, id);
  cache.modify({ fields: { prompt: (found: unknown): unknown => (isPrompt(found) ? null : found) } });
}

/** Forgets that there was no such prompt. */
function forgetAbsence(cache: ApolloCache, id: string): void {
  cache.modify({
    fields: {
      prompt: (found: unknown, { storeFieldName, DELETE }): unknown =>
        found === null && storeFieldName.includes(JSON.stringify(id)) ? DELETE : found,
    },
  });
}

/** Public lists, in which a prompt that is shared now may belong, are loaded again. */
export function forgetPublicLists(cache: ApolloCache): void {
  cache.modify({ fields: { prompts: (_: unknown, { DELETE }): unknown => DELETE } });
}

/** The member's own lists, in which there is a new prompt, are loaded again. */
export function forgetOwnLists(cache: ApolloCache): void {
  cache.modify({ id: VIEWER, fields: { prompts: (_: unknown, { DELETE }): unknown => DELETE } });
}

/** Corrects the number of prompts that a member shares. */
export function countShared(cache: ApolloCache, account: string | null, change: 1 | -1): void {
  const user = account ? cache.identify({ __typename: "User", id: account }) : undefined;
  if (user) cache.modify({ id: user, fields: { promptCount: (count: number) => count + change } });
}

function matcher(cache: ApolloCache, id: string): (value: unknown) => boolean {
  const prompt = cache.identify({ __typename: "Prompt", id });
  return (value) => (value as Reference | null)?.__ref === prompt;
}
