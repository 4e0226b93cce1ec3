import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Locale } from "../../../contract/locales";
import { useNotify } from "../../ui/Announcer";

export interface ExpandedText {
  /** The whole text while it is expanded; null otherwise. */
  content: string | null;
  busy: boolean;
  /** @param isWanted decides by the content, once it is there */
  expand(isWanted: (content: string) => boolean): Promise<void>;
  collapse(): void;
}

/** A card's whole text, fetched on demand. Switching the language collapses it. */
export function useExpandedText(fetchContent: () => Promise<string>, locale: Locale): ExpandedText {
  const notify = useNotify();
  const { t } = useLingui();
  const [open, setOpen] = useState<{ locale: Locale; content: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const isExpanded = open?.locale === locale;

  const expand = async (isWanted: (content: string) => boolean) => {
    if (busy || isExpanded) return;
    setBusy(true);
    try {
      const content = await fetchContent();
      if (isWanted(content)) setOpen({ locale, content });
    } catch {
      notify({ message: t`The text could not be loaded. Try again later.` });
    } finally {
      setBusy(false);
    }
  };
  return { content: isExpanded ? open.content : null, busy, expand, collapse: () => setOpen(null) };
}
