import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { localeInfo } from "../../../contract/locales";
import { Icon } from "../../ui/Icon";
import { chosenSide, type Conflict, type EditorState, resolve } from "./editor-state";
import type { EditorTag } from "./suggest-tags";
import classes from "./Conflicts.module.css";

interface ConflictsProps {
  state: EditorState;
  tags: readonly EditorTag[];
  setState(change: (state: EditorState) => EditorState): void;
}

/** Both versions side by side where a newer one contradicts what was typed. */
export function Conflicts({ state, tags, setState }: ConflictsProps) {
  const headingId = useId();
  return (
    <section className={classes.conflicts} aria-labelledby={headingId}>
      <h3 id={headingId} tabIndex={-1} data-autofocus>
        <Icon name="alert" />
        <Trans>There is a newer version, so nothing was saved</Trans>
      </h3>
      <p>
        <Trans>
          This prompt was saved on another device or in another tab. Choose a version of each part, or change it below.
          Saving then replaces the newer version, which stays in the history.
        </Trans>
      </p>
      {state.conflicts.map((conflict, index) => (
        <Choice
          key={index}
          conflict={conflict}
          tags={tags}
          chosen={chosenSide(state, conflict)}
          onChoose={(side) => setState((before) => resolve(before, conflict, side))}
        />
      ))}
    </section>
  );
}

interface ChoiceProps {
  conflict: Conflict;
  tags: readonly EditorTag[];
  chosen: "mine" | "theirs" | null;
  onChoose(side: "mine" | "theirs"): void;
}

function Choice({ conflict, tags, chosen, onChoose }: ChoiceProps) {
  const { t } = useLingui();
  const name = useId();
  const words = (side: "mine" | "theirs") => {
    switch (conflict.kind) {
      case "text":
      case "language":
        return conflict[side];
      case "tags":
        return conflict[side].map((slug) => tags.find((tag) => tag.slug === slug)?.label ?? slug).join(", ");
      case "shared":
        return conflict[side] ? t`Shared with everyone` : t`Private`;
    }
  };
  const locale = "locale" in conflict ? conflict.locale : undefined;
  return (
    <fieldset className={classes.choice}>
      <legend>
        <PartName conflict={conflict} />
        {locale && (
          <>
            {" · "}
            <bdi lang={locale}>{localeInfo(locale).name}</bdi>
          </>
        )}
      </legend>
      {(["theirs", "mine"] as const).map((side) => (
        <label key={side} className={classes.side}>
          <span className={classes.name}>
            <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(side)} />
            {side === "theirs" ? <Trans>The newer version</Trans> : <Trans>Your version</Trans>}
          </span>
          <span className={classes.words} lang={locale} dir="auto">
            {words(side) || <Trans>Empty</Trans>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function PartName({ conflict }: { conflict: Conflict }) {
  switch (conflict.kind) {
    case "tags":
      return <Trans>Tags</Trans>;
    case "shared":
      return <Trans>Sharing</Trans>;
    case "language":
      return <Trans>Text</Trans>;
    case "text":
      switch (conflict.field) {
        case "title":
          return <Trans>Title</Trans>;
        case "content":
          return <Trans>Text</Trans>;
        case "remark":
          return <Trans>Remark</Trans>;
        case "notes":
          return <Trans>Notes</Trans>;
      }
  }
}
