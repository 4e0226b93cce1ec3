import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useDeferredValue, useMemo, useRef } from "react";
import { promptVariables } from "../../../contract/prompt-markup";
import { type Locale, localeInfo } from "../../../contract/locales";
import { Icon, Outline } from "../../ui/Icon";
import { Button } from "../../ui/Button";
import { blankFor, type HighlightedPart, highlightedParts } from "./highlight";
import classes from "./TextEditor.module.css";

const BRACES =
  "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1";

/** In code units. The marks of longer texts follow after the words are on screen: typing does not wait for them. */
const LONG = 3000;

interface TextEditorProps extends Pick<ComponentProps<"textarea">, "id" | "aria-invalid" | "aria-describedby"> {
  "data-autofocus": true | undefined;
  value: string;
  locale: Locale;
  onChange(value: string): void;
}

/** The text of a prompt. A copy behind the field marks its blanks and gives it its height. */
export function TextEditor({ value, locale, onChange, ...control }: TextEditorProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const deferred = useDeferredValue(value);
  const marked = value.length > LONG ? deferred : value;
  const parts = useMemo(() => highlightedParts(marked), [marked]);
  const dir = directionOf(value, locale);
  const copy = useMemo(() => <Copy parts={parts} locale={locale} dir={dir} />, [parts, locale, dir]);
  const blanks = useMemo(() => promptVariables(deferred), [deferred]);
  const hasBroken = parts.some(({ kind }) => kind === "broken");

  const makeBlank = () => {
    const element = field.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end } = element;
    const selected = value.slice(start, end);
    const name = t({ message: "name", comment: "The name of a new blank, to be overwritten" });
    const blank = blankFor(selected);
    element.focus();
    element.setSelectionRange(start, end);
    replaceSelection(element, blank ?? `{{${name}}}`);
    // The words that are still to be chosen are selected.
    if (!blank) element.setSelectionRange(start + 2, start + 2 + name.length);
    onChange(element.value);
  };
  const list = new Intl.ListFormat(locale, { type: "unit" }).format(blanks.map(({ label }) => label));
  return (
    <div className={classes.editor} data-invalid={control["aria-invalid"]}>
      {copy}
      <textarea
        {...control}
        ref={field}
        className={classes.text}
        value={value}
        lang={locale}
        dir={dir}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className={classes.foot}>
        <p className={classes.blanks}>
          {blanks.length > 0 && (
            <>
              <b>
                <Plural value={blanks.length} one="# blank:" other="# blanks:" />
              </b>{" "}
              <bdi>{list}</bdi>
            </>
          )}
          {blanks.length === 0 && !hasBroken && (
            <Trans>A blank is what readers fill in themselves: select words to make them one.</Trans>
          )}
        </p>
        {hasBroken && (
          <p className={classes.hint}>
            <Icon name="alert" size={16} />
            <Trans>Some braces do not make a blank. A blank is a name with two braces on each side.</Trans>
          </p>
        )}
        <Button className={classes.make} variant="subtle" onClick={makeBlank}>
          <Outline path={BRACES} size={16} />
          <Trans>Make the selection a blank</Trans>
        </Button>
      </div>
    </div>
  );
}

type Direction = "ltr" | "rtl";

/** That of the language, whatever a line begins with; unless nothing is written in its script. */
function directionOf(text: string, locale: Locale): Direction {
  const { dir } = localeInfo(locale);
  return dir === "rtl" && /\p{Letter}/u.test(text) && !/\p{Script=Arabic}/u.test(text) ? "ltr" : dir;
}

/** What is seen of it are its marks. */
function Copy({ parts, locale, dir }: { parts: readonly HighlightedPart[]; locale: Locale; dir: Direction }) {
  return (
    <pre className={classes.copy} aria-hidden="true" lang={locale} dir={dir}>
      {parts.map(({ kind, text }, index) =>
        kind === "text" ? (
          text
        ) : (
          <mark key={index} className={kind === "broken" ? classes.broken : undefined}>
            {text}
          </mark>
        ),
      )}
      {/* A line break at the end opens a line only if something follows. */}
      {"\u200b"}
    </pre>
  );
}

/** Writes in place of the selection, as typing would: it can be undone. */
function replaceSelection(element: HTMLTextAreaElement, words: string): void {
  if (document.execCommand("insertText", false, words)) return;
  element.setRangeText(words, element.selectionStart, element.selectionEnd, "end");
}
