import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { failureOf } from "../../forms/failure-text";
import { CheckField, PasswordField, TextField } from "../../forms/Field";
import { useForgetAccount } from "./logout";
import { SendLabel } from "./MailSent";
import { useMailRequest } from "./use-mail-request";
import { useSubmission } from "../../forms/use-submission";
import { isSignedIn } from "../../session/is-signed-in";
import { NotDoneError } from "../../session/send-as";
import type { ViewerData } from "../../session/viewer";
import form from "../../forms/Form.module.css";
import classes from "./Settings.module.css";

const SendDeletionCodeMutation = graphql(`
  mutation SendDeletionCode {
    sendDeletionCode {
      problems {
        code
        field
        limit
      }
    }
  }
`);

const DeleteAccountMutation = graphql(`
  mutation DeleteAccount($password: String, $code: String, $deleteComments: Boolean!) {
    deleteAccount(password: $password, code: $code, deleteComments: $deleteComments) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Collapsed at first. Requires the password, or a mailed code if the account has none. */
export function DeleteAccount({ viewer }: { viewer: ViewerData }) {
  const [opened, setOpened] = useState(false);
  const begin = useRef<HTMLButtonElement>(null);
  const wasCancelled = useRef(false);
  useEffect(() => {
    if (wasCancelled.current) begin.current?.focus();
    wasCancelled.current = false;
  }, [opened]);
  useOneAtATime(opened, () => setOpened(false));
  const cancel = () => {
    wasCancelled.current = true;
    setOpened(false);
  };
  return (
    <div className={classes.panel}>
      <div className={classes.flat}>
        <p>
          <Trans>
            Your account will be deleted at once and for good, with your prompts, support, favourites and tokens. Your
            comments stay without your name, unless you choose to delete them too. A mail confirms it.
          </Trans>
        </p>
        {!opened && (
          <Button
            ref={begin}
            className={`${form.button} ${form.danger}`}
            variant="outline"
            onClick={() => setOpened(true)}
          >
            <Trans>Delete account</Trans>
          </Button>
        )}
      </div>
      {opened && <Deletion viewer={viewer} onCancel={cancel} />}
    </div>
  );
}

/** Closes the setting that is open, and closes again when another one opens: one form at a time. */
function useOneAtATime(opened: boolean, close: () => void): void {
  const onOtherOpened = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return;
    for (const row of document.querySelectorAll<HTMLDetailsElement>("details[name=setting]")) row.open = false;
    const follow = ({ target }: Event) =>
      target instanceof HTMLDetailsElement && target.name === "setting" && target.open && onOtherOpened();
    // It does not bubble.
    document.addEventListener("toggle", follow, true);
    return () => document.removeEventListener("toggle", follow, true);
  }, [opened]);
}

interface DeletionProps {
  viewer: ViewerData;
  onCancel(): void;
}

function Deletion({ viewer: { hasPassword, email, user }, onCancel }: DeletionProps) {
  const { t } = useLingui();
  const { session, basePath } = useSite();
  const forgetAccount = useForgetAccount();
  const path = useLocalePath();
  const [remove] = useMutation(DeleteAccountMutation);
  const field = hasPassword ? "password" : "code";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus(), []);
  /** After the deletion nobody is signed in any more. Its answer may have got lost. */
  const askWhoIsHere = async (error: unknown) => {
    if (failureOf(error).reason !== "unanswered") throw error;
    const isHere = await isSignedIn(session).catch(() => undefined);
    if (isHere === undefined) throw error;
    if (isHere) throw new NotDoneError();
    return { data: undefined };
  };
  const submission = useSubmission(
    "delete",
    async (values) => {
      const { data } = await remove({
        variables: { [field]: values(field), deleteComments: values("deleteComments") !== "" },
      }).catch(askWhoIsHere);
      const problems = data?.deleteAccount?.problems ?? [];
      if (problems.length > 0) return problems;
      forgetAccount(t`Your account is deleted.`, basePath + path("/"));
      return [];
    },
    (values) => required(values, field),
  );
  return (
    <div ref={box} className={classes.forms}>
      {!hasPassword && <DeletionCode email={email ?? ""} />}
      <AccountForm
        submission={submission}
        label={<Trans>Delete my account for good</Trans>}
        danger
        beside={
          <Button className={form.button} variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        {hasPassword ? (
          <>
            <input name="username" autoComplete="username" defaultValue={user.username} hidden readOnly />
            <PasswordField
              name="password"
              label={<Trans>Password</Trans>}
              autoComplete="current-password"
              error={submission.errorFor("password")}
            />
          </>
        ) : (
          <TextField
            name="code"
            dir="ltr"
            label={<Trans>Code from the mail</Trans>}
            autoComplete="one-time-code"
            error={submission.errorFor("code")}
          />
        )}
        <CheckField
          name="deleteComments"
          label={<Trans>Delete my comments too</Trans>}
          error={submission.errorFor("deleteComments")}
        />
      </AccountForm>
    </div>
  );
}

function DeletionCode({ email }: { email: string }) {
  const [send] = useMutation(SendDeletionCodeMutation);
  const { submission, times, isSame, seconds } = useMailRequest("mail", null, async () => {
    const { data } = await send();
    return data?.sendDeletionCode?.problems ?? [];
  });
  return (
    <AccountForm
      submission={submission}
      label={
        <SendLabel isSame={isSame} seconds={seconds}>
          <Trans>Send me a mail</Trans>
        </SendLabel>
      }
      secondary={isSame}
      waiting={seconds > 0}
      done={times > 0 && <Trans>A mail is on its way to {email}.</Trans>}
    />
  );
}
