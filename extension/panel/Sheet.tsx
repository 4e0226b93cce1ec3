import { Fragment, type KeyboardEvent, type ReactNode, useMemo } from "react";
import { blankText } from "../../contract/blanks";
import { type Locale, localeInfo } from "../../contract/locales";
import type { PromptVariable } from "../../contract/prompt-markup";
import { sheetLines, type TightSegment, tighten } from "../../contract/sheet-lines";
import type { Blanks } from "./use-blanks";

/** A prompt's text with its blanks as fields. A blank that occurs again repeats the words of its field. */
export function Sheet({ blanks, locale }: { blanks: Blanks; locale: Locale }) {
  const lines = useMemo(() => sheetLines(blanks.segments), [blanks.segments]);
  const firsts = useMemo(() => firstUses(lines.map(({ parts }) => tighten(parts))), [lines]);
  return (
    <div className="sheet" lang={locale} dir={localeInfo(locale).dir} onKeyDown={focusNextOnEnter}>
      {lines.map(({ marker, depth, isBlankAlone }, index) => {
        const content = firsts[index]?.map(({ part, isFirst }, at) => (
          <Fragment key={at}>{segment(part, isFirst, isBlankAlone, blanks, locale)}</Fragment>
        ));
        return marker ? (
          <span key={index} className="sheet-item" data-depth={depth || undefined}>
            <span className="sheet-marker">{marker.trim() === "-" ? "–" : marker.trim()}</span>
            <span>{content}</span>
          </span>
        ) : (
          <span key={index} className={content?.length ? "sheet-line" : "sheet-gap"}>
            {content}
          </span>
        );
      })}
    </div>
  );
}

/** Which of the blanks occur for the first time. */
function firstUses(lines: readonly TightSegment[][]): { part: TightSegment; isFirst: boolean }[][] {
  const seen = new Set<string>();
  return lines.map((parts) =>
    parts.map((part) => {
      const isFirst = part.kind === "variable" && !seen.has(part.variable.name);
      if (part.kind === "variable") seen.add(part.variable.name);
      return { part, isFirst };
    }),
  );
}

function segment(part: TightSegment, isFirst: boolean, isWide: boolean, blanks: Blanks, locale: Locale): ReactNode {
  if (part.kind === "text") return part.text;
  const { variable, before, after } = part;
  const blank = isFirst ? (
    <BlankField blank={variable} blanks={blanks} locale={locale} isWide={isWide} />
  ) : (
    <Blank blank={variable} blanks={blanks} />
  );
  // Punctuation stays on the line of its blank.
  return before === "" && after === "" ? (
    blank
  ) : (
    <span className="tight">
      {before}
      {blank}
      {after}
    </span>
  );
}

interface BlankProps {
  blank: PromptVariable;
  blanks: Pick<Blanks, "stateOf" | "values">;
}

/** A blank as words. */
export function Blank({ blank, blanks }: BlankProps) {
  return (
    <span className="blank" data-state={blanks.stateOf(blank)}>
      {blankText(blank, blanks.values)}
    </span>
  );
}

/** A blank as a field within the text. An invisible twin holds its words and gives it their size. */
function BlankField({
  blank,
  blanks,
  locale,
  isWide,
}: {
  blank: PromptVariable;
  blanks: Blanks;
  locale: Locale;
  isWide: boolean;
}) {
  const value = blanks.values.get(blank.name) ?? "";
  const placeholder = blank.default ?? blank.label;
  const words = value === "" ? placeholder : value;
  return (
    <span
      className="slot"
      data-state={blanks.stateOf(blank)}
      data-wide={isWide || undefined}
      // A line break at the end opens a line only if something follows.
      data-words={words.endsWith("\n") ? `${words}\u200b` : words}
    >
      <textarea
        rows={isWide ? 3 : 1}
        value={value}
        placeholder={placeholder}
        aria-label={blank.label}
        lang={locale}
        // An empty field has no direction of its own.
        dir={value === "" ? localeInfo(locale).dir : "auto"}
        autoComplete="off"
        enterKeyHint={isWide ? "enter" : "next"}
        onChange={({ currentTarget }) => blanks.set(blank.name, currentTarget.value)}
      />
    </span>
  );
}

/** In a sentence Enter goes on to the next blank; Shift+Enter breaks the line. */
function focusNextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target: field, nativeEvent } = event;
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || nativeEvent.isComposing) return;
  if (!(field instanceof HTMLTextAreaElement) || field.enterKeyHint !== "next") return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll("textarea")];
  fields[fields.indexOf(field) + 1]?.focus();
}
