import type { MouseEvent, ReactNode } from "react";
import type { PromptVariable } from "../../../contract/prompt-markup";
import { type Locale, localeInfo } from "../../../contract/locales";
import { Link } from "../../ui/Link";
import { clickOnSpace } from "../../ui/click-on-space";
import { isModifiedClick } from "../../ui/modified-click";
import { type BlankState, blankText } from "../../../contract/blanks";
import type { Blanks } from "./use-blanks";
import classes from "./Blank.module.css";

interface BlankFieldProps {
  blank: PromptVariable;
  blanks: Blanks;
  /** The language of the text. */
  locale: Locale;
  /** Takes the whole line, for longer texts. */
  wide: boolean;
  /** Takes no more room than the words in its place. */
  compact?: boolean;
  /** Punctuation that stays on the same line. */
  before?: string;
  after?: string;
}

/**
 * A blank as a field within the text. An invisible twin holds its words and gives it their size, so that server and browser agree
 * and nothing moves. Without scripts only the label shows.
 */
export function BlankField({ blank, blanks, locale, wide, compact = false, before = "", after = "" }: BlankFieldProps) {
  const value = blanks.values.get(blank.name) ?? "";
  const words = value === "" ? (blank.default ?? blank.label) : value;
  return tight(
    before,
    <span
      className={classes.slot}
      data-state={blanks.stateOf(blank)}
      data-wide={(wide && !compact) || undefined}
      data-compact={compact ? (wide ? "line" : "word") : undefined}
      data-brief={(!wide && [...words].length <= 2) || undefined}
      // A line break at the end opens a line only if something follows.
      data-words={words.endsWith("\n") ? `${words}\u200b` : words}
    >
      <span className={classes.label}>{blank.label}</span>
      <textarea
        className={classes.field}
        rows={wide && !compact ? 3 : 1}
        value={value}
        placeholder={blank.default ?? blank.label}
        aria-label={blank.label}
        lang={locale}
        // An empty field has no direction of its own.
        dir={value === "" ? localeInfo(locale).dir : "auto"}
        autoComplete="off"
        enterKeyHint={wide ? "enter" : "next"}
        onChange={({ currentTarget }) => blanks.set(blank.name, currentTarget.value)}
      />
    </span>,
    after,
  );
}

/** Keeps punctuation on the line of its blank. */
function tight(before: string, blank: ReactNode, after: string): ReactNode {
  if (before === "" && after === "") return blank;
  return (
    <span className={classes.tight}>
      {before}
      {blank}
      {after}
    </span>
  );
}

/** A blank that occurs again: it repeats what is in the field. */
export function BlankMirror({ blank, blanks }: { blank: PromptVariable; blanks: Blanks }) {
  return (
    <span className={classes.blank} data-state={blanks.stateOf(blank)}>
      {blankText(blank, blanks.values)}
    </span>
  );
}

interface BlankButtonProps {
  blank: PromptVariable;
  blanks: Blanks;
  /** The prompt's page, which has the fields too. */
  to: string;
  /** Whether the blank did not occur before, and becomes a field. */
  isFirst: boolean;
  wide: boolean;
  before: string;
  after: string;
  onPress(): void;
}

/** A blank of a card: pressing it makes the card's blanks fields. */
export function BlankButton({ blank, blanks, to, isFirst, wide, before, after, onPress }: BlankButtonProps) {
  const state: BlankState = blanks.stateOf(blank);
  const words = blankText(blank, blanks.values);
  const press = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    onPress();
  };
  const button = (
    // A link, because it works without scripts.
    <Link
      role="button"
      className={classes.blank}
      to={to}
      data-state={state}
      data-in-place
      data-first={isFirst || undefined}
      data-compact={isFirst ? (wide ? "line" : "word") : undefined}
      aria-label={state === "empty" ? undefined : `${blank.label}: ${words}`}
      onClick={press}
      onKeyDown={clickOnSpace}
    >
      {words}
    </Link>
  );
  // A later place only repeats the first, like the words around it.
  if (isFirst) return tight(before, button, after);
  return (
    <>
      {before}
      {button}
      {after}
    </>
  );
}
