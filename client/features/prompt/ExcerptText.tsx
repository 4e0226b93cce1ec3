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
  /** Whether that is all of it. */
  whole: boolean;
  /** The language of the text that is shown. */
  locale: Locale;
  /** The prompt's own page, where the whole text stands. */
  to: string;
}

/** The start of a prompt's text in its inset; what is longer fades out and opens in place. */
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

/** The rest of a card's text, fetched when it is asked for. Another language starts folded again. */
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

/** Whether an element that is cut off has more to show than fits. True until it can be measured. */
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

/** About how many letters go into a line of a card, counted in letters of Latin width. */
const LINE = 42;
/** How many lines a card shows before it cuts. */
const LINES = 7;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Whether a text is likely to be longer than a card shows. The server has no lines to count; where the guess is wrong, the
 * browser's measure puts it right without moving anything.
 */
export function isLikelyLong(text: string): boolean {
  const lines = text.split("\n").map((line) => {
    let width = 0;
    for (const letter of line) width += WIDE.test(letter) ? 1.9 : 1;
    return Math.max(1, Math.ceil(width / LINE));
  });
  return lines.reduce((sum, count) => sum + count, 0) > LINES;
}
