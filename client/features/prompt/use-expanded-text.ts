import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Locale } from "../../../contract/locales";
import { useNotify } from "../../ui/Announcer";

export interface ExpandedText {
  /** The whole text while it is wanted; null otherwise. */
  content: string | null;
  /** Whether all of it is shown. */
  isExpanded: boolean;
  busy: boolean;
  /** Shows all of the text. @param onReady called right before it is shown */
  expand(onReady: () => void): Promise<void>;
  /** Shows no more of the text than before. @param isWanted decides by the content, once it is there */
  load(isWanted: (content: string) => boolean): Promise<void>;
  collapse(): void;
}

/** A card's whole text, fetched on demand. Switching the language collapses it. */
export function useExpandedText(fetchContent: () => Promise<string>, locale: Locale): ExpandedText {
  const notify = useNotify();
  const { t } = useLingui();
  const [open, setOpen] = useState<{ locale: Locale; content: string; isExpanded: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const content = open?.locale === locale ? open.content : null;
  const isExpanded = content !== null && open?.isExpanded === true;

  const fetchUnlessBusy = async (show: (content: string) => void) => {
    if (busy) return;
    setBusy(true);
    try {
      show(await fetchContent());
    } catch {
      notify({ message: t`The text could not be loaded. Try again later.` });
    } finally {
      setBusy(false);
    }
  };
  const expand = (onReady: () => void) =>
    fetchUnlessBusy((whole) => {
      onReady();
      setOpen({ locale, content: whole, isExpanded: true });
    });
  const load = async (isWanted: (content: string) => boolean) => {
    if (content !== null) return;
    await fetchUnlessBusy((whole) => {
      if (isWanted(whole)) setOpen({ locale, content: whole, isExpanded: false });
    });
  };
  return { content, isExpanded, busy, expand, load, collapse: () => setOpen(null) };
}
