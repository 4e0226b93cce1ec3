import { promptSegments } from "../../../contract/prompt-markup";
import type { Locale } from "../../../contract/locales";
import { fillText, NO_VALUES } from "../../../contract/blanks";
import { usePromptActions } from "./use-prompt-actions";
import { usePromptContent } from "./use-prompt-content";

/** Copies a prompt of which the page has only the beginning: the whole text, with nothing filled in. */
export function usePromptCopy(id: string, locale: Locale): ReturnType<typeof usePromptActions> {
  const fetchContent = usePromptContent(id, locale);
  return usePromptActions(id, () => fetchContent().then((content) => fillText(promptSegments(content), NO_VALUES)));
}
