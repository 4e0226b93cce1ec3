import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import type { Locale } from "../../../contract/locales";
import { loadOnDemand } from "../../runtime/load-code";

/** Fetches the whole text of a prompt with its markup, unless cached. */
export function usePromptContent(id: string, locale: Locale): () => Promise<string> {
  const client = useApolloClient();
  return useCallback(async () => {
    const { promptContent } = await loadOnDemand(() => import("./prompt-content"));
    return promptContent(client, id, locale);
  }, [client, id, locale]);
}
