import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import type { Locale } from "../../../contract/locales";
import { isComposing } from "../../ui/is-composing";
import { BlankField, BlankMirror } from "./Blank";
import { type SheetLine, sheetLines, tighten } from "../../../contract/sheet-lines";
import type { Blanks } from "./use-blanks";
import classes from "./Sheet.module.css";

export interface SheetHandle {
  /** Focuses a blank, by its place among all blanks of the text. */
  focusBlank(index: number): void;
}

interface SheetProps {
  ref?: Ref<SheetHandle>;
  blanks: Blanks;
  /** The language of the text. */
  locale: Locale;
  className?: string | undefined;
  /** Fades out what follows the last blank. */
  brief?: boolean;
}

/** A prompt's text with its blanks as fields. */
export function Sheet({ ref, blanks, locale, className = "", brief = false }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => sheetLines(blanks.segments), [blanks.segments]);
  useEarlyInput(sheet, blanks);
  useImperativeHandle(ref, () => ({ focusBlank: (index) => fieldsIn(sheet.current)[index]?.focus() }), []);

  const rendered = renderLines(lines, blanks, locale);
  const end = brief
    ? lines.findLastIndex(({ parts }) => parts.some(({ kind }) => kind === "variable")) + 1
    : lines.length;
  return (
    <div
      ref={sheet}
      className={`${classes.sheet} ${className}`}
      lang={locale}
      dir="auto"
      onKeyDown={focusNextOnEnter}
      onKeyUp={showWholeAfterTab}
    >
      {rendered.slice(0, end)}
      {end < lines.length && <div className={classes.rest}>{rendered.slice(end)}</div>}
    </div>
  );
}

function renderLines(lines: readonly SheetLine[], blanks: Blanks, locale: Locale): ReactNode[] {
  const seen = new Set<string>();
  return lines.map(({ marker, depth, parts, isBlankAlone }, index) => {
    const content = tighten(parts).map((part, at) => {
      if (part.kind === "text") return part.text;
      const { variable, before, after } = part;
      if (seen.has(variable.name)) {
        return (
          <Fragment key={at}>
            {before}
            <BlankMirror blank={variable} blanks={blanks} />
            {after}
          </Fragment>
        );
      }
      seen.add(variable.name);
      return (
        <BlankField
          key={at}
          blank={variable}
          blanks={blanks}
          locale={locale}
          wide={isBlankAlone}
          before={before}
          after={after}
        />
      );
    });
    return (
      <Fragment key={index}>
        {marker ? (
          <span className={classes.item} data-depth={depth || undefined}>
            <span className={classes.marker} data-dash={marker.trim() === "-" || undefined}>
              {marker}
            </span>
            <span>{content}</span>
          </span>
        ) : (
          <span className={parts.length > 0 ? classes.line : classes.gap}>{content}</span>
        )}
        {index < lines.length - 1 && "\n"}
      </Fragment>
    );
  });
}

function fieldsIn(sheet: HTMLElement | null): HTMLTextAreaElement[] {
  return [...(sheet?.querySelectorAll("textarea") ?? [])];
}

/** Adopts what was typed before the page was interactive. */
function useEarlyInput(sheet: { readonly current: HTMLElement | null }, { all, set }: Blanks): void {
  const adopted = useRef(false);
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    for (const [index, field] of fieldsIn(sheet.current).entries()) {
      const blank = all[index];
      if (blank && field.value !== "") set(blank.name, field.value);
    }
  }, [sheet, all, set]);
}

/** Browsers only show the line of the cursor: the others of a blank may be below the window's edge, or behind the bar. */
function showWholeAfterTab({ key, target }: KeyboardEvent): void {
  if (key === "Tab") (target as Element).scrollIntoView({ block: "nearest" });
}

/** In a sentence Enter goes on to the next blank; Shift+Enter breaks the line. */
export function focusNextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
  if (!(field instanceof HTMLTextAreaElement) || field.enterKeyHint !== "next") return;
  event.preventDefault();
  const fields = fieldsIn(event.currentTarget);
  fields[fields.indexOf(field) + 1]?.focus();
}
