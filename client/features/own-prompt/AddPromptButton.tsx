import { Trans } from "@lingui/react/macro";
import { FormIcon } from "../../forms/FormIcon";
import { requestPromptEditor } from "../../session/dialog-request";
import { Button, type ButtonVariant } from "../../ui/Button";

export function AddPromptButton({ variant = "filled" }: { variant?: ButtonVariant }) {
  return (
    <Button variant={variant} aria-haspopup="dialog" onClick={() => requestPromptEditor(null)}>
      <FormIcon name="plus" size={16} />
      <Trans>Add a prompt</Trans>
    </Button>
  );
}
