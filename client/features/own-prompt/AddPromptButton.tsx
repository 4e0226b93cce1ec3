import { Trans } from "@lingui/react/macro";
import { FormIcon } from "../../forms/FormIcon";
import { requestPromptEditor } from "../../session/dialog-request";
import { Button } from "../../ui/Button";

export function AddPromptButton() {
  return (
    <Button aria-haspopup="dialog" onClick={() => requestPromptEditor(null)}>
      <FormIcon name="plus" size={16} />
      <Trans>Add a prompt</Trans>
    </Button>
  );
}
