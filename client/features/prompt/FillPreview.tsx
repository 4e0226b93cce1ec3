import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import type { Locale } from "../../../contract/locales";
import type { FilledPiece } from "./fill-text";
import classes from "./FillPreview.module.css";

/** The text as it will be taken; it scrolls by itself. What is filled in is underlined, what is still blank stands in brackets. */
export function FillPreview({ pieces, locale }: { pieces: readonly FilledPiece[]; locale: Locale }) {
  const id = useId();
  return (
    <div className={classes.preview}>
      <h3 id={id} className={classes.title}>
        <Trans>Preview</Trans>
      </h3>
      {/* In the order of the Tab key, or nobody could scroll it without a pointer. */}
      <div className={classes.text} role="region" aria-labelledby={id} tabIndex={0} lang={locale} dir="auto">
        {pieces.map(({ kind, text }, index) =>
          kind === "text" ? (
            text
          ) : (
            <span key={index} className={classes.piece} data-kind={kind} dir="auto">
              {text}
            </span>
          ),
        )}
      </div>
    </div>
  );
}
