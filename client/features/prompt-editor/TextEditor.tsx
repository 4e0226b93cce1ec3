import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { promptVariables, withoutEscapes, withoutVariables } from "../../../contract/prompt-markup";
import { type Locale, localeInfo } from "../../../contract/locales";
import { Icon, Outline } from "../../ui/Icon";
import { Button } from "../../ui/Button";
import { Switch } from "../../ui/Switch";
import { BlankList } from "./BlankList";
import { blankAt, blankName, type HighlightedPart, highlightedParts } from "./highlight";
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
  const [isPlain, setPlain] = usePlainBraces(value, locale);
  // Where braces are plain text, people do not see what keeps them so.
  const shown = isPlain ? withoutEscapes(value) : value;
  const deferred = useDeferredValue(shown);
  const marked = shown.length > LONG ? deferred : shown;
  const parts = useMemo(
    () => (isPlain ? [{ kind: "text" as const, text: marked }] : highlightedParts(marked)),
    [marked, isPlain],
  );
  const dir = directionOf(shown, locale);
  const copy = useMemo(() => <Copy parts={parts} locale={locale} dir={dir} />, [parts, locale, dir]);

  const edit = (change: (element: HTMLTextAreaElement) => void) => {
    const element = field.current;
    if (!element) return;
    element.focus();
    change(element);
    onChange(element.value);
  };
  const makeBlank = () => {
    edit((element) => {
      const { selectionStart: start, selectionEnd: end } = element;
      const selected = element.value.slice(start, end);
      const own = blankName(selected);
      const name = own ?? t({ message: "name", comment: "The name of a new blank, to be overwritten" });
      const fallback = own === null ? selected.replace(/[{}]/g, "").trim() : "";
      replaceSelection(element, blankAt(element.value, [start, end], name, fallback));
      // A name that is still to be chosen is selected.
      if (own === null) element.setSelectionRange(start + 2, start + 2 + name.length);
    });
  };
  const rewrite = (change: (text: string) => string) => {
    edit((element) => {
      const { selectionStart } = element;
      const text = change(element.value);
      element.select();
      replaceSelection(element, text);
      element.setSelectionRange(selectionStart, selectionStart);
    });
  };
  return (
    <div className={classes.editor} data-invalid={control["aria-invalid"]}>
      {copy}
      <textarea
        {...control}
        ref={field}
        className={classes.text}
        value={shown}
        lang={locale}
        dir={dir}
        onChange={({ currentTarget }) =>
          onChange(isPlain ? withoutVariables(currentTarget.value) : currentTarget.value)
        }
      />
      <div className={classes.foot}>
        {isPlain ? (
          <p className={classes.about}>
            <Trans>Nothing in this text is a blank.</Trans>
          </p>
        ) : (
          <>
            {parts.some(({ kind }) => kind === "broken") && (
              <p className={classes.hint}>
                <Icon name="alert" size={16} />
                <Trans>Some braces do not make a blank. A blank is a name with two braces on each side.</Trans>
              </p>
            )}
            <BlankList content={deferred} onRewrite={rewrite} />
            <Button className={classes.make} variant="subtle" onClick={makeBlank}>
              <Outline path={BRACES} size={16} />
              <Trans>Make the selection a blank</Trans>
            </Button>
          </>
        )}
        {(isPlain || deferred.includes("{{")) && (
          <PlainSwitch
            checked={isPlain}
            onChange={(plain) => {
              setPlain(plain);
              onChange(plain ? withoutVariables(withoutEscapes(value)) : shown);
            }}
          />
        )}
      </div>
    </div>
  );
}

/** The setting is kept in the text itself: all that would be blanks is escaped. It is chosen anew for the text of each language. */
function usePlainBraces(value: string, locale: Locale) {
  const hasBlanks = useMemo(() => promptVariables(value).length > 0, [value]);
  const begin = () => ({ locale, isPlain: withoutEscapes(value) !== value && !hasBlanks });
  const [state, setState] = useState(begin);
  if (state.locale !== locale) setState(begin());
  // The text may be replaced, as by that of another device.
  return [state.isPlain && !hasBlanks, (isPlain: boolean) => setState({ locale, isPlain })] as const;
}

function PlainSwitch(props: ComponentProps<typeof Switch>) {
  const id = useId();
  return (
    <div className={classes.plain}>
      <label htmlFor={id}>
        <Trans>Braces are plain text</Trans>
      </label>
      <Switch {...props} id={id} />
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
