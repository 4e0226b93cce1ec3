import { useLingui } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { useHydrated } from "../../ui/use-hydrated";
import { changeList, type ListState, listParameters, useListAddress } from "./list-state";
import { type KeyboardEvent as FieldKeyEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { normalizeQuery } from "../../../contract/pages";
import classes from "./SearchForm.module.css";

/** A plain form that works without scripts; with them it searches as the reader types. */
export function SearchForm({ state }: { state: ListState }) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const path = useLocalePath();
  const { field, onInput, onCompositionStart, onCompositionEnd, onKeyDown, onSubmit } = useSearchTyping(state);
  useSearchShortcut(field);
  const isMac = useHydrated() && /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <form className={classes.search} role="search" action={`${basePath}${path("/")}`} method="get" onSubmit={onSubmit}>
      <Icon name="search" />
      <input
        ref={field}
        className={classes.field}
        type="search"
        name="q"
        defaultValue={state.q}
        placeholder={t`Search prompts`}
        aria-label={t`Search prompts`}
        aria-keyshortcuts="Control+K Meta+K"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LIMITS.searchQuery}
        onInput={onInput}
        onCompositionStart={onCompositionStart}
        onCompositionEnd={onCompositionEnd}
        onKeyDown={onKeyDown}
      />
      {listParameters(changeList(state, { q: "" })).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <kbd className={classes.shortcut} aria-hidden="true" dir="ltr" data-needs-script>
        {isMac ? "⌘ K" : "Ctrl K"}
      </kbd>
      <button className={classes.submit} type="submit">
        {t`Search`}
      </button>
    </form>
  );
}

const DEBOUNCE_MS = 200;
/** The key code that browsers report for keys handled by an input method. */
const INPUT_METHOD_KEY = 229;

interface SearchTyping {
  field: RefObject<HTMLInputElement | null>;
  onInput(): void;
  onCompositionStart(): void;
  onCompositionEnd(): void;
  onKeyDown(event: FieldKeyEvent): void;
  onSubmit(event: SyntheticEvent): void;
}

/**
 * Searches as the reader types. The field is uncontrolled: it is overwritten only when something else, such as Back, changes the
 * URL, and never during an input method's composition.
 */
function useSearchTyping(state: ListState): SearchTyping {
  const navigate = useNavigate();
  const address = useListAddress();
  const field = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(state.q);

  useEffect(() => {
    if (state.q === searched.current) return;
    searched.current = state.q;
    if (!composing.current && field.current) field.current.value = state.q;
  }, [state.q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = () => {
    clearTimeout(timer.current);
    const q = normalizeQuery(field.current?.value ?? "");
    if (q === searched.current) return;
    // One history entry a search, not one a letter.
    const replace = searched.current !== "" && q !== "";
    searched.current = q;
    void navigate(address(changeList(state, { q })), { replace, preventScrollReset: true });
  };
  const searchDebounced = () => {
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(search, DEBOUNCE_MS);
  };

  return {
    field,
    onInput: searchDebounced,
    onCompositionStart: () => {
      composing.current = true;
      clearTimeout(timer.current);
    },
    onCompositionEnd: () => {
      composing.current = false;
      searchDebounced();
    },
    // Safari fires compositionend before the keydown of the Enter that ended it.
    onKeyDown: (event) => {
      if (event.key === "Enter" && event.keyCode === INPUT_METHOD_KEY) event.preventDefault();
    },
    onSubmit: (event) => {
      event.preventDefault();
      if (!composing.current) search();
    },
  };
}

/** Ctrl+K or ⌘+K focuses the search field. */
function useSearchShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k")
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [field]);
}
