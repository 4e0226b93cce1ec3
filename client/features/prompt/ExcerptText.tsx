import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { Link } from "react-router-dom";
import type { Locale } from "../../../contract/locales";
import { isModifiedClick } from "../../ui/modified-click";
import { PromptMarkup } from "./PromptMarkup";
import { isLikelyLong } from "./text-length";
import { useExpandedText } from "./use-expanded-text";
import { useOverflow } from "./use-overflow";
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
