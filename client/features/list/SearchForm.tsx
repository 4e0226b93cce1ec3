import { useLingui } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { useSite } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { Spinner } from "../../ui/Spinner";
import { isComposing } from "../../ui/is-composing";
import { useIsMac } from "../../ui/use-is-mac";
import { useIntendedList } from "./intended-list";
import { changeList, listParameters } from "./list-state";
import { type KeyboardEvent as FieldKeyEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";
import { normalizeQuery } from "../../../contract/pages";
import classes from "./SearchForm.module.css";

/** A plain form that works without scripts; with them it searches as the reader types. */
export function SearchForm({ label }: { label?: string }) {
  const { t } = useLingui();
  const name = label ?? t`Search prompts`;
  const { basePath } = useSite();
  const { list, intended, busy } = useIntendedList();
  const { field, clear, onSubmit, ...typing } = useSearchTyping();
  useSearchShortcut(field);
  const isMac = useIsMac();
  return (
    <form className={classes.search} role="search" action={`${basePath}${list.home}`} method="get" onSubmit={onSubmit}>
      <span className={classes.sign} data-busy={busy || undefined}>
        <Icon name="search" />
        {busy && <Spinner />}
      </span>
      <input
        ref={field}
        className={classes.field}
        type="search"
        name="q"
        defaultValue={intended.q}
        placeholder={name}
        aria-label={name}
        aria-keyshortcuts="Control+K Meta+K"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LIMITS.searchQuery}
        {...typing}
      />
      {listParameters(changeList(intended, { q: "" })).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <button
        type="button"
        className={classes.clear}
        aria-label={t`Clear the search`}
        data-needs-script
        onClick={clear}
      >
        <Icon name="close" size={16} />
      </button>
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

interface Typing {
  composing: boolean;
  /** Of the search that is due. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The words last searched for. */
  searched: string;
}

interface SearchTyping {
  field: RefObject<HTMLInputElement | null>;
  /** Empties the field and searches at once. */
  clear(): void;
  onInput(): void;
  onCompositionStart(): void;
  onCompositionEnd(): void;
  onKeyDown(event: FieldKeyEvent): void;
  onSubmit(event: SyntheticEvent): void;
}

/**
 * Searches as the reader types. The field is uncontrolled: it is overwritten only when something else, such as Back, changes the
 * words of the list, and never during an input method's composition.
 */
function useSearchTyping(): SearchTyping {
  const { list, intended, ask } = useIntendedList();
  const field = useRef<HTMLInputElement>(null);
  const typing = useRef<Typing>({ composing: false, timer: undefined, searched: intended.q });

  useEffect(() => {
    const words = () => normalizeQuery(field.current?.value ?? "");
    const cancel = () => {
      clearTimeout(typing.current.timer);
      typing.current.timer = undefined;
    };
    const detach = list.attach({
      take: () => {
        if (typing.current.timer === undefined) return null;
        cancel();
        typing.current.searched = words();
        return typing.current.searched;
      },
      show: (q) => {
        cancel();
        typing.current.searched = q;
        if (field.current && !typing.current.composing && words() !== q) field.current.value = q;
      },
    });
    return () => {
      cancel();
      detach();
    };
  }, [list]);
  useEffect(() => {
    if (intended.q !== typing.current.searched) list.showWords(intended.q);
  }, [list, intended.q]);

  const search = () => {
    clearTimeout(typing.current.timer);
    typing.current.timer = undefined;
    const q = normalizeQuery(field.current?.value ?? "");
    // Not for a reader who has followed a link since.
    if (q !== typing.current.searched && list.isHere()) ask((state) => changeList(state, { q }));
  };
  const searchDebounced = () => {
    clearTimeout(typing.current.timer);
    if (!typing.current.composing) typing.current.timer = setTimeout(search, DEBOUNCE_MS);
  };

  return {
    field,
    clear: () => {
      if (!field.current) return;
      field.current.value = "";
      field.current.focus();
      search();
    },
    onInput: searchDebounced,
    onCompositionStart: () => {
      typing.current.composing = true;
      clearTimeout(typing.current.timer);
      typing.current.timer = undefined;
    },
    onCompositionEnd: () => {
      typing.current.composing = false;
      searchDebounced();
    },
    onKeyDown: (event) => {
      if (event.key === "Enter" && isComposing(event)) event.preventDefault();
    },
    onSubmit: (event) => {
      event.preventDefault();
      if (!typing.current.composing) search();
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
