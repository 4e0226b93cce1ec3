import { useFragment as useFragmentOfCache } from "@apollo/client/react";
import { localeName } from "../i18n/locale-name";
import { useSite } from "./SiteProvider";

interface Options {
  from: object | string | null;
  variables?: Record<string, unknown>;
}

/**
 * On the server an object comes with the fields of all fragments (`server-client.ts` masks nothing), in the page's language: to
 * read them from the cache, once for each fragment of each card, took a third of a render.
 */
function useFragmentOfObject(options: Options): unknown {
  const { locale } = useSite();
  const { from, variables } = options;
  const isElsewhere = typeof from !== "object" || (variables?.["locale"] ?? localeName(locale)) !== localeName(locale);
  // A component is rendered once on the server, so that no call of hooks differs from an earlier one.
  if (isElsewhere) return useFragmentOfCache(options as Parameters<typeof useFragmentOfCache>[0]);
  return from === null
    ? { data: {}, dataState: "partial", complete: false }
    : { data: from, dataState: "complete", complete: true };
}

/** Apollo's `useFragment`. */
export const useFragment = (
  import.meta.env.SSR ? useFragmentOfObject : useFragmentOfCache
) as typeof useFragmentOfCache;
