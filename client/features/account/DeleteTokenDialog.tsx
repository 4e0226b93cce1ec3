import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { Button } from "../../ui/Button";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { useSubmission } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { AccountDialog } from "./AccountDialog";

const RevokeApiTokenMutation = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(apiTokenId: $id) {
      viewer {
        ...ApiTokenList_viewer @unmask
      }
    }
  }
`);

interface DeleteTokenDialogProps {
  id: string;
  name: string;
  onClose(): void;
}

/** Confirms the deletion of a token, which programs may be using. */
export function DeleteTokenDialog({ id, name, onClose }: DeleteTokenDialogProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const [revoke] = useMutation(RevokeApiTokenMutation);
  const submission = useSubmission("delete", async () => {
    await revoke({ variables: { id } });
    notify({ message: t`The token is deleted.` });
    onClose();
    return [];
  });
  return (
    <AccountDialog
      title={
        <Trans>
          Delete <bdi>{name}</bdi>?
        </Trans>
      }
      onClose={onClose}
    >
      <p>
        <Trans>Programs that use this token lose their access at once. This cannot be undone.</Trans>
      </p>
      <AccountForm
        submission={submission}
        label={<Trans>Delete the token</Trans>}
        danger
        beside={
          <Button className={form.button} data-autofocus variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      />
    </AccountDialog>
  );
}
