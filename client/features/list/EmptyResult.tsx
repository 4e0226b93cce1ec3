import { Trans } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import { requestPromptEditor } from "../../session/dialog-request";
import { useIntendedList } from "./intended-list";
import { changeList, clearFilters, type ListState } from "./list-state";
import { ListLink } from "./ListLink";
import classes from "./EmptyResult.module.css";

interface WayOut {
  key: string;
  change(state: ListState): ListState;
  label: ReactNode;
}

interface EmptyResultProps {
  /** What leads to all prompts of the member, on a list of theirs: there they can write one anyway. */
  showAllOwn?: ReactNode;
}

/** Shown when nothing matches: the words in a blank, and the ways out, the most promising one first, writing it oneself the second. */
export function EmptyResult({ showAllOwn }: EmptyResultProps) {
  const { shown } = useIntendedList();
  const { q, tags, match, author, language, after } = shown;
  const hasTags = tags.length > 0;
  // There is nothing to look through yet.
  const isBare = !q && !hasTags && author === null && language === null && after === null && !showAllOwn;
  // An element, because Lingui would parse tags in a plain string value.
  const words = <bdi className={classes.blank}>{q}</bdi>;
  const ways: WayOut[] = [];
  if (match === "all" && tags.length > 1) {
    ways.push({
      key: "any",
      change: (state) => changeList(state, { match: "any" }),
      label: <Trans>Match any of the tags</Trans>,
    });
  }
  if (q !== "" && tags.length > 0) {
    ways.push({
      key: "words",
      change: (state) => changeList(state, { tags: [], match: "any" }),
      label: <Trans>Search without the tags</Trans>,
    });
  }
  if (!isBare) ways.push({ key: "all", change: clearFilters, label: showAllOwn ?? <Trans>Show all prompts</Trans> });
  const writeOne = !showAllOwn && (
    <button
      className={classes.way}
      type="button"
      aria-haspopup="dialog"
      data-needs-script
      onClick={() => requestPromptEditor(null)}
    >
      {isBare ? <Trans>Write the first one</Trans> : <Trans>Write it yourself</Trans>}
    </button>
  );
  return (
    <div className={classes.empty} data-cards>
      <p className={classes.title}>
        {q ? (
          <Trans>No prompt yet for {words}</Trans>
        ) : hasTags ? (
          <Trans>No prompt yet with these tags</Trans>
        ) : isBare ? (
          <Trans>Nobody has shared a prompt yet</Trans>
        ) : (
          <Trans>No prompt here yet</Trans>
        )}
      </p>
      <p>
        {hasTags ? (
          q ? (
            <Trans>Try other words, or remove a tag.</Trans>
          ) : (
            <Trans>Remove a tag to see more.</Trans>
          )
        ) : (
          q && <Trans>Try fewer words, or different ones.</Trans>
        )}
      </p>
      <div className={classes.ways}>
        {ways.map(({ key, change, label }, index) => (
          <Fragment key={key}>
            <ListLink className={classes.way} change={change}>
              {label}
            </ListLink>
            {index === 0 && writeOne}
          </Fragment>
        ))}
        {isBare && writeOne}
      </div>
    </div>
  );
}
