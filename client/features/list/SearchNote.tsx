import { Trans } from "@lingui/react/macro";
import { useIntendedList } from "./intended-list";
import { changeList } from "./list-state";
import { ListLink } from "./ListLink";
import classes from "./SearchNote.module.css";

interface SearchNoteProps {
  search?: { mode: string; hasAll: boolean; correctedQuery: string | null } | null;
}

/** How a search was read, if not word for word: what it shows instead, with the way back, and that it shows what comes closest. */
export function SearchNote({ search }: SearchNoteProps) {
  const { shown } = useIntendedList();
  if (!search) return null;
  const { mode, hasAll, correctedQuery } = search;
  if (correctedQuery === null && mode !== "CLOSEST") return null;
  // Elements, because Lingui would parse tags in a plain string value.
  const corrected = <bdi className={classes.words}>{correctedQuery}</bdi>;
  const asTyped = (
    <ListLink change={(state) => changeList(state, { asTyped: true })}>
      <bdi>{shown.q}</bdi>
    </ListLink>
  );
  return (
    <div className={classes.note} role="status">
      {correctedQuery !== null && (
        <p>
          <Trans>Showing results for {corrected}.</Trans> <Trans>Search instead for {asTyped}</Trans>
        </p>
      )}
      {mode === "CLOSEST" && (
        <p>
          {hasAll ? (
            <Trans>Few prompts have all of these words; after them, the closest follow.</Trans>
          ) : (
            <Trans>No prompt has all of these words; these come closest.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
