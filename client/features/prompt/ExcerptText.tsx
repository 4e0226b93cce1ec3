import { Trans, useLingui } from "@lingui/react/macro";
import { type MouseEvent, useState, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Locale } from "../../../contract/locales";
import { isModifiedClick } from "../../ui/modified-click";
import { PromptMarkup } from "./PromptMarkup";
import { useNotify } from "../../ui/Announcer";
import { usePromptContent } from "./use-prompt-content";
import classes from "./ExcerptText.module.css";

interface ExcerptTextProps {
  id: string;
  excerpt: string;
  /** Whether the excerpt is the whole text. */
  whole: boolean;
  /** The language of the shown text. */
  locale: Locale;
  /** The URL of the prompt's page, which has the whole text. */
  to: string;
}

/** The start of a prompt's text. A longer text fades out and expands in place. */
export function ExcerptText({ id, excerpt, whole, locale, to }: ExcerptTextProps) {
  const { content, expanded, busy, toggle } = useExpandedText(id, locale);
  const clamped = !whole || isLikelyLong(excerpt);
  const [box, overflows] = useOverflow<HTMLDivElement>(clamped && !expanded);
  const onClick = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    void toggle();
  };
  return (
    <>
      <div
        ref={box}
        className={classes.text}
        data-clamped={(clamped && !expanded) || undefined}
        data-fades={(clamped && !expanded && (!whole || overflows)) || undefined}
        lang={locale}
        dir="auto"
      >
        {expanded && content !== null ? <PromptMarkup text={content} /> : <PromptMarkup text={excerpt} />}
      </div>
      {clamped && (
        <Link
          className={classes.more}
          data-idle={(whole && !overflows && !expanded) || undefined}
          to={to}
          aria-expanded={expanded}
          aria-busy={busy}
          onClick={onClick}
        >
          {expanded ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
        </Link>
      )}
    </>
  );
}

interface ExpandedText {
  content: string | null;
  expanded: boolean;
  busy: boolean;
  toggle(): Promise<void>;
}

/** Fetches a card's whole text on demand. Switching the language collapses it. */
function useExpandedText(id: string, locale: Locale): ExpandedText {
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

/** Whether a clamped element overflows. True until measured. */
function useOverflow<T extends HTMLElement>(active: boolean): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [overflows, setOverflows] = useState(true);
  useEffect(() => {
    const measured = element.current;
    if (!measured || !active) return;
    const observer = new ResizeObserver(() => setOverflows(measured.scrollHeight > measured.clientHeight + 1));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [active]);
  return [element, overflows];
}

/** The approximate length of a line of a card, in Latin letters. */
const LINE = 42;
/** How many lines a card shows. */
const LINES = 7;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Estimates whether a text is longer than a card shows, since the server cannot measure lines. The browser measures and corrects a
 * wrong estimate without a layout shift.
 */
export function isLikelyLong(text: string): boolean {
  const lines = text.split("\n").map((line) => {
    let width = 0;
    for (const letter of line) width += WIDE.test(letter) ? 1.9 : 1;
    return Math.max(1, Math.ceil(width / LINE));
  });
  return lines.reduce((sum, count) => sum + count, 0) > LINES;
}
