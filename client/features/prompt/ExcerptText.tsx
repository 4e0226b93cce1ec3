import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { Link } from "react-router-dom";
import { isModifiedClick } from "../../ui/modified-click";
import { PromptMarkup } from "./PromptMarkup";
import { isCut, isLikelyLong } from "./text-length";
import { useExpandedText } from "./use-expanded-text";
import { useOverflow } from "./use-overflow";
import classes from "./ExcerptText.module.css";

interface ExcerptTextProps {
  id: string;
  excerpt: string;
  /** The language of the text that is shown. */
  lang: string;
  /** The prompt's own page, where the whole text stands. */
  to: string;
}

/** The start of a prompt's text in its inset; what is longer fades out and opens in place. */
export function ExcerptText({ id, excerpt, lang, to }: ExcerptTextProps) {
  const { content, expanded, busy, toggle } = useExpandedText(id, lang);
  const cut = isCut(excerpt);
  const clamped = cut || isLikelyLong(excerpt);
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
        data-fades={(clamped && !expanded && (cut || overflows)) || undefined}
        lang={lang}
        dir="auto"
      >
        {expanded && content !== null ? <PromptMarkup text={content} /> : <PromptMarkup text={excerpt} />}
      </div>
      {clamped && (
        <Link
          className={classes.more}
          data-idle={(!cut && !overflows && !expanded) || undefined}
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
