import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Locale } from "../../../contract/locales";
import { useNotify } from "../../ui/Announcer";
import { usePromptContent } from "./prompt-content";

interface ExpandedText {
  content: string | null;
  expanded: boolean;
  busy: boolean;
  toggle(): Promise<void>;
}

/** The rest of a card's text, fetched when it is asked for. Another language starts folded again. */
export function useExpandedText(id: string, locale: Locale): ExpandedText {
  const fetchContent = usePromptContent(id, locale);
  const notify = useNotify();
  const { t } = useLingui();
  const [open, setOpen] = useState<{ locale: Locale; content: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const expanded = open?.locale === locale;

  const toggle = async () => {
    if (expanded) {
      setOpen(null);
      return;
    }
    if (busy) return;
    setBusy(true);
    try {
      setOpen({ locale, content: await fetchContent() });
    } catch {
      notify({ message: t`The text could not be loaded. Try again later.` });
    } finally {
      setBusy(false);
    }
  };
  return { content: expanded ? open.content : null, expanded, busy, toggle };
}
