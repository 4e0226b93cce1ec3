import { Trans } from "@lingui/react/macro";
import {
  type FocusEvent,
  type SyntheticEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Locale } from "../../../contract/locales";
import { Link } from "../../ui/Link";
import { isComposing } from "../../ui/is-composing";
import { isModifiedClick } from "../../ui/modified-click";
import { promptSegments } from "../../../contract/prompt-markup";
import { blanksIn } from "../../../contract/blanks";
import { BlankButton, BlankField, BlankMirror } from "./Blank";
import { copyOnControlEnter } from "./copy-shortcut";
import { focusNextOnEnter } from "./Sheet";
import { isAloneOnLine, tighten } from "../../../contract/sheet-lines";
import type { Blanks } from "./use-blanks";
import type { ExpandedText } from "./use-expanded-text";
import classes from "./CardText.module.css";

interface CardTextProps {
  blanks: Blanks;
  /** The language of the shown text. */
  locale: Locale;
  /** The URL of the prompt's page, which has the whole text. */
  to: string;
  excerpt: string;
  /** Whether the excerpt is the whole text. */
  isWhole: boolean;
  whole: ExpandedText;
  /** Precedes the text. */
  note: ReactNode;
  /** Whether the blanks are fields. */
  isLit: boolean;
  onLight(): void;
  onLeave(): void;
  onCopy(): void;
}

/**
 * The start of a prompt's text. A longer text fades out and expands in place. Its blanks are buttons; pressing one makes them
 * fields, and Escape makes them buttons again.
 */
export function CardText({ blanks, locale, to, excerpt, isWhole, whole, note, isLit, ...handlers }: CardTextProps) {
  const { onLight, onLeave, onCopy } = handlers;
  const expanded = whole.isExpanded;
  const clamped = !isWhole || isLikelyLong(excerpt);
  const [outgrown, setOutgrown] = useState(false);
  const isCut = !expanded && (clamped || isLit) && !(isLit && outgrown);
  const [box, overflows] = useOverflow<HTMLDivElement>(clamped && !expanded && !isLit);
  const focusBlank = useBlankFocus(box, isLit);
  const holdCard = useSteadyCard(box, expanded);

  const toggle = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (expanded) {
      holdCard();
      whole.collapse();
    } else void whole.expand(holdCard);
  };
  const light = (index: number) => {
    focusBlank(index);
    onLight();
    // The excerpt is enough unless more blanks follow.
    if (!isWhole) void whole.load((content) => blanksIn(promptSegments(content)).length > blanks.all.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isLit || isComposing(event)) return;
    focusNextOnEnter(event);
    if (event.key === "Escape") {
      focusBlank([...event.currentTarget.querySelectorAll("textarea")].findIndex((field) => field === event.target));
      setOutgrown(false);
      onLeave();
    }
    copyOnControlEnter(onCopy)(event);
  };
  // Growing with what is typed, not with the focus: Copy must not move while it is pressed.
  const onInput = ({ target, currentTarget }: SyntheticEvent<HTMLElement>) => {
    if (target instanceof HTMLElement && target.offsetHeight > currentTarget.clientHeight / 2) setOutgrown(true);
  };
  return (
    <div
      className={classes.part}
      data-expanded={expanded || undefined}
      data-outgrown={(isLit && outgrown) || undefined}
    >
      <div className={classes.inset}>
        {note}
        <div
          ref={box}
          className={classes.text}
          data-clamped={isCut || undefined}
          data-fades={(isCut && clamped && (!isWhole || overflows)) || undefined}
          data-lit={isLit || undefined}
          lang={locale}
          dir="auto"
          onKeyDown={onKeyDown}
          onBlur={showStart}
          onInput={isLit ? onInput : undefined}
        >
          <TextWithBlanks blanks={blanks} locale={locale} to={to} isLit={isLit} onPress={light} />
        </div>
        {clamped && (
          <Link
            className={classes.more}
            data-idle={(isWhole && !overflows && !expanded) || undefined}
            to={to}
            aria-expanded={expanded}
            aria-busy={whole.busy}
            onClick={toggle}
          >
            {expanded ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
          </Link>
        )}
      </div>
    </div>
  );
}

/** A clamped text has scrolled to the blank that had the focus. */
function showStart({ currentTarget }: FocusEvent<HTMLElement>): void {
  currentTarget.scrollTop = 0;
}

interface TextWithBlanksProps {
  blanks: Blanks;
  locale: Locale;
  to: string;
  isLit: boolean;
  /** @param index the place of the blank among all blanks of the text */
  onPress(index: number): void;
}

function TextWithBlanks({ blanks, locale, to, isLit, onPress }: TextWithBlanksProps) {
  const { segments, all } = blanks;
  const seen = new Set<string>();
  return tighten(segments).map((segment, index) => {
    if (segment.kind === "text") {
      // A blank that takes the whole line ends it.
      return isAloneOnLine(segments, index - 1) ? segment.text.replace(/^[ \t]*\n/, "") : segment.text;
    }
    const { variable, before, after } = segment;
    const first = !seen.has(variable.name);
    seen.add(variable.name);
    const wide = isAloneOnLine(segments, index);
    if (isLit && first) {
      return <BlankField key={index} compact {...{ blank: variable, blanks, locale, wide, before, after }} />;
    }
    const place = all.findIndex(({ name }) => name === variable.name);
    if (!isLit) {
      const press = () => onPress(place);
      return (
        <BlankButton
          key={index}
          isFirst={first}
          onPress={press}
          {...{ blank: variable, blanks, to, wide, before, after }}
        />
      );
    }
    return (
      <Fragment key={index}>
        {before}
        <BlankMirror blank={variable} blanks={blanks} />
        {after}
      </Fragment>
    );
  });
}

/** Moves the focus with a blank when it turns from a button into a field, or back. */
function useBlankFocus(box: RefObject<HTMLElement | null>, isLit: boolean): (index: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const index = wanted.current;
    wanted.current = null;
    if (index === null || !box.current) return;
    const blanks = box.current.querySelectorAll<HTMLElement>("textarea, [data-first]");
    blanks[index]?.focus();
  }, [box, isLit]);
  return (index) => {
    wanted.current = index;
  };
}

/**
 * Keeps a card where it is in the window while its text expands: it takes a whole row of its list then, and moves. When a card that
 * begins above the window collapses, it is put back where it was when it was expanded.
 * @returns a function to call before the change
 */
function useSteadyCard(box: RefObject<HTMLElement | null>, expanded: boolean): () => void {
  const held = useRef<number | null>(null);
  const before = useRef(0);
  useLayoutEffect(() => {
    const wanted = held.current;
    held.current = null;
    if (wanted !== null) window.scrollBy({ top: cardTop(box.current) - wanted, behavior: "instant" });
  }, [box, expanded]);
  return () => {
    const now = cardTop(box.current);
    held.current = expanded && now < 0 ? before.current : now;
    before.current = held.current;
  };
}

function cardTop(part: Element | null): number {
  return part?.closest("article")?.getBoundingClientRect().top ?? 0;
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
