import { useLingui } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { useSite } from "../../runtime/SiteProvider";
import { useLocalePath } from "../../runtime/use-locale-path";
import { Icon } from "../../ui/Icon";
import { useHydrated } from "../../ui/use-hydrated";
import { changeList, type ListState, listParameters } from "./list-state";
import { useSearchShortcut } from "./use-search-shortcut";
import { useSearchTyping } from "./use-search-typing";
import classes from "./SearchForm.module.css";

/** A form that a browser can send by itself; with a script it searches while one types. */
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
