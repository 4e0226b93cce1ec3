import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import type { Locale } from "../../../contract/locales";
import type { FilledPiece } from "./fill-text";
import classes from "./FillPreview.module.css";

/** A scrollable preview of the filled-in text. Values are underlined, blanks are in brackets. */
export function FillPreview({ pieces, locale }: { pieces: readonly FilledPiece[]; locale: Locale }) {
  const id = useId();
  return (
    <div className={classes.preview}>
      <h3 id={id} className={classes.title}>
        <Trans>Preview</Trans>
      </h3>
      {/* Focusable, so that the keyboard can scroll it. */}
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
