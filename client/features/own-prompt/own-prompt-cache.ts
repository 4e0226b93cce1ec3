import type { ApolloCache, Reference } from "@apollo/client";

interface CachedList {
  totalCount?: number;
  nodes?: readonly Reference[];
}

/** Which lists a prompt leaves: all of them, or only those that everyone sees. */
type Scope = "all" | "public";

/** Takes a prompt out of the lists in the cache, as the server does. Lists that do not have it stay as they are. */
export function removeFromLists(cache: ApolloCache, id: string, scope: Scope): void {
  const isPrompt = matcher(cache, id);
  const without = (value: unknown): unknown => {
    const list = value as CachedList;
    if (!list.nodes?.some(isPrompt)) return list;
    const nodes = list.nodes.filter((reference) => !isPrompt(reference));
    return list.totalCount === undefined ? { ...list, nodes } : { ...list, nodes, totalCount: list.totalCount - 1 };
  };
  // A count without a list is that of all prompts of the member.
  const withoutOwn = (value: unknown): unknown => {
    const list = value as CachedList;
    return list.nodes || list.totalCount === undefined ? without(list) : { ...list, totalCount: list.totalCount - 1 };
  };
  cache.modify({ fields: { prompts: without } });
  if (scope === "public") return;
  cache.modify({ id: "Viewer:{}", fields: { prompts: withoutOwn } });
  // Null, as the server would answer: a missing prompt would be asked for again.
  cache.modify({ fields: { prompt: (found: unknown): unknown => (isPrompt(found) ? null : found) } });
}

/** Forgets what the server has answered while the prompt was deleted. */
export function forgetDeletion(cache: ApolloCache, id: string): void {
  const isPrompt = matcher(cache, id);
  cache.modify({
    id: "Viewer:{}",
    fields: {
      prompts: (value: unknown, { DELETE }): unknown => {
        const { nodes } = value as CachedList;
        return nodes && !nodes.some(isPrompt) ? DELETE : value;
      },
    },
  });
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

/** Corrects the number of prompts that a member shares. */
export function countShared(cache: ApolloCache, account: string | null, change: 1 | -1): void {
  const user = account ? cache.identify({ __typename: "User", id: account }) : undefined;
  if (user) cache.modify({ id: user, fields: { promptCount: (count: number) => count + change } });
}

function matcher(cache: ApolloCache, id: string): (value: unknown) => boolean {
  const prompt = cache.identify({ __typename: "Prompt", id });
  return (value) => (value as Reference | null)?.__ref === prompt;
}
