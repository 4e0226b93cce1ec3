import type { FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { graphql } from "../../gql";
import { useLocalePath } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { requestPromptEditor } from "../../session/dialog-request";
import { Button } from "../../ui/Button";
import { Icon, Outline } from "../../ui/Icon";
import { useReasonText } from "../moderation";
import { useSharingDoubt } from "./sharing-doubts";
import { useSharePrompt } from "./use-own-prompt-actions";
import { useDeletePromptDialog } from "./use-delete-prompt-dialog";
import classes from "./OwnerBar.module.css";

const OwnerBar_prompt = graphql(`
  fragment OwnerBar_prompt on Prompt {
    id
    shared
    sharedAt
    hidden
    hideAct {
      reason
      note
    }
  }
`);

const PENCIL =
  "M21.17 6.81a1 1 0 0 0-3.98-3.98L3.84 16.17a2 2 0 0 0-.5.83l-1.32 4.35a.5.5 0 0 0 .62.62l4.35-1.32a2 2 0 0 0 .83-.5ZM15 5l4 4";

interface OwnerBarProps {
  prompt: FragmentType<typeof OwnerBar_prompt>;
  title: string;
  /** The number of the current version; null until it is known. */
  number: number | null;
}

/** Tells the author that a prompt is theirs and who sees it, with what only they can do. */
export function OwnerBar({ prompt, title, number: version }: OwnerBarProps) {
  const { t, i18n } = useLingui();
  const path = useLocalePath();
  const navigate = useNavigate();
  const { data, complete } = useFragment({ fragment: OwnerBar_prompt, from: prompt });
  const share = useSharePrompt();
  const isInDoubt = useSharingDoubt(data.id ?? "");
  const reasonText = useReasonText();
  const deletion = useDeletePromptDialog(async () => {
    await navigate(path(PAGES.user.path));
  });
  if (!complete) return null;
  const { id, shared, sharedAt, hidden, hideAct } = data;
  // In doubt it can be stopped, which harms nobody.
  const mayBeShared = shared || isInDoubt;
  const reason = hideAct?.reason ? reasonText(hideAct.reason) : null;
  const note = hideAct?.note && <bdi>{hideAct.note}</bdi>;
  const number = version === null ? null : i18n.number(version);
  const date = sharedAt && i18n.date(new Date(sharedAt), { dateStyle: "long" });
  return (
    <section className={classes.bar} data-long={sharedAt !== null || hidden || undefined} aria-label={t`Your prompt`}>
      <Icon name="user" />
      <p className={classes.words}>
        <b>
          <Trans>This is your prompt.</Trans>
        </b>{" "}
        {hidden ? (
          <span className={classes.hidden}>
            <Trans>The people who run this site have hidden it: only you can see it.</Trans>
            {reason !== null && (
              <>
                {" "}
                <Trans>Reason: {reason}.</Trans>
              </>
            )}
            {note && (
              <>
                {" "}
                <Trans>They write: “{note}”</Trans>
              </>
            )}
          </span>
        ) : isInDoubt ? (
          <Trans>It is not known whether others can see it.</Trans>
        ) : shared ? (
          <Trans>It is shared with everyone.</Trans>
        ) : (
          <Trans>Only you can see it.</Trans>
        )}{" "}
        <small>
          {[number !== null && t`Version ${number}`, shared && !isInDoubt && date && t`First shared on ${date}`]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </p>
      <span className={classes.end}>
        <Button
          className={classes.button}
          variant="default"
          aria-haspopup="dialog"
          onClick={() => requestPromptEditor(id)}
        >
          <Outline path={PENCIL} size={15} />
          <Trans>Edit</Trans>
        </Button>
        <Button className={classes.button} variant="default" onClick={() => share(id, !mayBeShared)}>
          {mayBeShared ? <Trans>Stop sharing</Trans> : <Trans>Share with everyone</Trans>}
        </Button>
        <Button
          className={`${classes.button} ${classes.danger}`}
          variant="outline"
          aria-haspopup="dialog"
          onClick={() => deletion.ask({ id, title, shared })}
        >
          <Trans>Delete…</Trans>
        </Button>
      </span>
      {deletion.dialog}
    </section>
  );
}
