import { Trans } from "@lingui/react/macro";
import { FormIcon } from "../../forms/FormIcon";
import { requestPromptEditor } from "../../session/dialog-request";
import { Button } from "../../ui/Button";
import { useNewDraft } from "../prompt-editor";
import classes from "./DraftNote.module.css";

/** Says that a new prompt has been begun on this device, and opens it. */
export function DraftNote() {
  const draft = useNewDraft();
  if (!draft) return null;
  // An element, because Lingui would parse tags in a plain string value.
  const title = (
    <b>
      <bdi>{draft.title}</bdi>
    </b>
  );
  return (
    <div className={classes.note}>
      <FormIcon name="pencil" size={16} />
      <p>
        {draft.title ? (
          <Trans>Your draft of {title} is kept on this device.</Trans>
        ) : (
          <Trans>Your draft of a prompt is kept on this device.</Trans>
        )}
      </p>
      <Button variant="default" aria-haspopup="dialog" onClick={() => requestPromptEditor(null)}>
        <Trans>Go on writing</Trans>
      </Button>
    </div>
  );
}
