import { Trans } from "@lingui/react/macro";
import { graphql } from "../../gql";
import type { EmailSettings_ViewerFragment } from "../../gql/graphql";
import { ChangeEmail } from "./ChangeEmail";
import { PendingEmail } from "./PendingEmail";
import { SendConfirmation } from "./SendConfirmation";
import type { ViewerData } from "../../session/viewer";

graphql(`
  fragment EmailSettings_viewer on Viewer {
    pendingEmail {
      email
      expiresAt
    }
  }
`);

type AccountEmail = Pick<ViewerData, "email" | "emailVerified" | "hasPassword" | "user"> &
  Pick<EmailSettings_ViewerFragment, "pendingEmail">;

/** The address, whether it is confirmed, the one that it is to become, and how to have another one. */
export function EmailSettings({ viewer }: { viewer: AccountEmail }) {
  const { email, emailVerified, hasPassword, pendingEmail, user } = viewer;
  return (
    <>
      <p>
        <bdi dir="ltr">{email}</bdi> {emailVerified ? <Trans>(confirmed)</Trans> : <Trans>(not confirmed yet)</Trans>}
      </p>
      {!emailVerified && <SendConfirmation email={email} />}
      {pendingEmail && <PendingEmail key={pendingEmail.email} pending={pendingEmail} />}
      {hasPassword && <ChangeEmail username={user.username} />}
    </>
  );
}
