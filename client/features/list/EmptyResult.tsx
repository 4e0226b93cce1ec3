import { Trans } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { changeList, clearFilters, type ListState, useListAddress } from "./list-state";
import classes from "./EmptyResult.module.css";

/** Shown when nothing matches: what to try, and the way back to the full list. */
export function EmptyResult({ state }: { state: ListState }) {
  const address = useListAddress();
  const { q } = state;
  // An element, because Lingui would parse tags in a plain string value.
  const words = <bdi>{q}</bdi>;
  return (
    <div className={classes.empty}>
      <p className={classes.title}>
        {q ? (
          <Trans>Nothing in the library matches “{words}”.</Trans>
        ) : (
          <Trans>Nothing in the library matches these filters.</Trans>
        )}
      </p>
      <p>
        {q === "" && <Trans>Take a tag away to see more.</Trans>}
        {q !== "" && state.tags.length > 0 && <Trans>Try other words, or take a tag away.</Trans>}
        {q !== "" && state.tags.length === 0 && <Trans>Try fewer or other words.</Trans>}
      </p>
      <div className={classes.ways}>
        {q !== "" && state.tags.length > 0 && (
          <Link className={classes.way} to={address(changeList(state, { tags: [], match: "any" }))}>
            <Trans>Search for “{words}” without the tags</Trans>
          </Link>
        )}
        <Link className={classes.way} to={address(clearFilters(state))}>
          <Trans>Show all prompts</Trans>
        </Link>
      </div>
    </div>
  );
}
