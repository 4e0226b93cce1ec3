import { Trans, useLingui } from "@lingui/react/macro";
import { graphql } from "../../gql";
import type { EmailSettings_ViewerFragment } from "../../gql/graphql";
import { PendingEmail } from "./PendingEmail";
import { SendConfirmation } from "./SendConfirmation";
import type { ViewerData } from "../../session/viewer";
import { Fragment, type ReactNode, useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { AccountForm } from "../../forms/Form";
import { failureOf } from "../../forms/failure-text";
import { NotDoneError } from "../../session/send-as";
import { emailProblems, required } from "../../forms/checks";
import { PasswordField, TextField } from "../../forms/Field";
import { AccountSettingsQuery } from "./settings-query";
import { CancelButton, SettingRow } from "./SettingRow";
import { useSubmission } from "../../forms/use-submission";
import { Icon } from "../../ui/Icon";
import classes from "./Settings.module.css";

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

/** The current address and whether it is confirmed, the form to change it, and a pending change. */
export function EmailSettings({ viewer }: { viewer: AccountEmail }) {
  const { t } = useLingui();
  const { emailVerified, hasPassword, pendingEmail, user } = viewer;
  const email = viewer.email ?? "";
  return (
    <>
      <SettingRow
        name={t`Email`}
        value={
          <>
            <bdi dir="ltr">{breakable(email)}</bdi> <EmailState isConfirmed={emailVerified ?? false} />
          </>
        }
      >
        {hasPassword ? (
          <ChangeEmail username={user.username} />
        ) : (
          <p>
            <Trans>To change your email, set a password first.</Trans>
          </p>
        )}
      </SettingRow>
      {!emailVerified && (
        <div className={classes.note}>
          <p>
            <Trans>Please confirm your email with the link that we have sent there.</Trans>
          </p>
          <SendConfirmation email={email} />
        </div>
      )}
      {pendingEmail && <PendingEmail key={pendingEmail.email} pending={pendingEmail} />}
    </>
  );
}

/** In a narrow row it breaks after "@" and dots first. */
function breakable(email: string): ReactNode {
  return email.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  return isConfirmed ? (
    <span className={classes.badge}>
      <Icon name="check" size={14} />
      <Trans>Confirmed</Trans>
    </span>
  ) : (
    <span className={`${classes.badge} ${classes.open}`}>
      <Trans>Not confirmed yet</Trans>
    </span>
  );
}

const ChangeEmailMutation = graphql(`
  mutation ChangeEmail($email: String!, $currentPassword: String!) {
    changeEmail(email: $email, currentPassword: $currentPassword) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Requests a new address. It stays pending until the link sent to it is opened. */
function ChangeEmail({ username }: { username: string }) {
  const [change, { client }] = useMutation(ChangeEmailMutation);
  const [sentTo, setSentTo] = useState("");
  const submission = useSubmission(
    "save",
    async (values, form) => {
      const email = values("email");
      const variables = { email, currentPassword: values("currentPassword") };
      const lost: unknown[] = [];
      const { data } = await change({ variables }).catch((error: unknown) => {
        if (failureOf(error).reason !== "unanswered") throw error;
        lost.push(error);
        return { data: undefined };
      });
      const problems = data?.changeEmail?.problems ?? [];
      if (problems.length > 0) return problems;
      // Shows the address as pending. Should the refetch fail, the mail has been sent all the same, unless the answer got lost.
      const isAsked = await client.refetchQueries({ include: [AccountSettingsQuery] }).catch(() => null);
      for (const error of lost) {
        const { viewer } = client.readQuery({ query: AccountSettingsQuery }) ?? {};
        if (!isAsked || !viewer) throw error;
        if (viewer.pendingEmail?.email !== email.trim()) throw new NotDoneError();
      }
      form.reset();
      setSentTo(email);
      return [];
    },
    (values) => [...emailProblems(values), ...required(values, "currentPassword")],
  );
  const email = sentTo;
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Change email</Trans>}
      beside={<CancelButton />}
      done={sentTo && <Trans>A mail is on its way to {email}.</Trans>}
    >
      {/* For password managers: they would take the new address for the username. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden readOnly />
      <TextField
        name="email"
        type="email"
        dir="ltr"
        label={<Trans>New email</Trans>}
        hint={<Trans>It takes effect once you have opened the link that we send there.</Trans>}
        autoComplete="email"
        error={submission.errorFor("email")}
      />
      <PasswordField
        name="currentPassword"
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        error={submission.errorFor("currentPassword")}
      />
    </AccountForm>
  );
}
