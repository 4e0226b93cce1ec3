import { Trans } from "@lingui/react/macro";
import { pageCatalog } from "../../i18n/page-catalog";
import { changeList, ListLink } from "../list";
import classes from "./SearchNote.module.css";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/search.po"));

export interface SearchNoteProps {
  /** What was typed. */
  typed: string;
  search: { mode: string; hasAll: boolean; correctedQuery: string | null };
}

/** How a search was read, if not word for word: what it shows instead, with the way back, and that it shows what comes closest. */
export default function SearchNote({ typed, search: { mode, hasAll, correctedQuery } }: SearchNoteProps) {
  // Elements, because Lingui would parse tags in a plain string value.
  const corrected = <bdi className={classes.words}>{correctedQuery}</bdi>;
  const asTyped = (
    <ListLink className={classes.back} change={(state) => changeList(state, { asTyped: true })}>
      <bdi>{typed}</bdi>
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
