import { useApolloClient } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { FormIcon } from "../../forms/FormIcon";
import { Button } from "../../ui/Button";
import { TimeAgo } from "../time";
import classes from "./NewDrafts.module.css";
import { forgetLists } from "./prompt-cache";
import { type NewDraft, useNewDrafts } from "./use-new-drafts";

interface NewDraftsProps {
  /** The place of one that is shown elsewhere. */
  without?: string;
  onContinue(place: string): void;
  /** Called when one has gone, and its buttons with it. */
  onDiscarded?(): void;
}

/** Says which new prompts have been begun on this device, to go on with them or to discard them. */
export function NewDrafts({ without, onContinue, onDiscarded }: NewDraftsProps) {
  const client = useApolloClient();
  const { drafts, forget } = useNewDrafts();
  const shown = drafts.filter(({ place }) => place !== without);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.drafts}>
      {shown.map((draft) => (
        <Row
          key={draft.place}
          draft={draft}
          onContinue={() => onContinue(draft.place)}
          onDiscard={() => {
            const { idempotencyKey, shared = false } = draft.draft;
            // A request whose answer got lost may have made it.
            if (idempotencyKey !== undefined) forgetLists(client.cache, "", shared);
            forget(draft);
            onDiscarded?.();
          }}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  draft: NewDraft;
  onContinue(): void;
  onDiscard(): void;
}

function Row({ draft: { draft, savedAt }, onContinue, onDiscard }: RowProps) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const written = Object.entries(draft.texts).map(([lang, { title, content }]) => ({
    lang,
    words: title.trim() || firstLine(content),
  }));
  const { lang, words } = written.find((each) => each.words !== "") ?? {};
  // An element, because Lingui would parse tags in a plain string value.
  const title = (
    <b id={id}>
      <bdi lang={lang}>{words}</bdi>
    </b>
  );
  return (
    <li className={classes.note}>
      <FormIcon name="pencil" size={16} />
      {asking ? (
        <>
          <p role="alert">
            <Trans>Discard what you have written? It cannot be brought back.</Trans>
          </p>
          {/* With keys: a button that became another one while it is pressed would be pressed as that. */}
          <Button key="stay" ref={(button) => button?.focus()} variant="default" onClick={() => setAsking(false)}>
            <Trans>Keep it</Trans>
          </Button>
          <Button key="lose" className={classes.danger} variant="outline" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </>
      ) : (
        <>
          <p>
            {words ? (
              <Trans>Your draft of {title} is kept on this device.</Trans>
            ) : (
              <Trans>Your draft of a prompt is kept on this device.</Trans>
            )}{" "}
            <small>
              <TimeAgo at={new Date(savedAt).toISOString()} />
            </small>
          </p>
          <Button
            key="continue"
            variant="default"
            aria-haspopup="dialog"
            aria-describedby={words && id}
            onClick={onContinue}
          >
            <Trans>Go on writing</Trans>
          </Button>
          <Button key="discard" variant="subtle" aria-describedby={words && id} onClick={() => setAsking(true)}>
            <Trans>Discard</Trans>
          </Button>
        </>
      )}
    </li>
  );
}

/** What is longer is cut where the line ends. */
const SHOWN = 100;

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, SHOWN);
}
