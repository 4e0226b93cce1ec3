import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { notifyAfterReload } from "../../ui/notice-after-reload";
import { useEffect, useRef } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { newPasswordProblems } from "../../forms/checks";
import { NewPasswordFields } from "./NewPasswordFields";
import { useHome } from "./use-return";
import { useSubmission } from "../../forms/use-submission";
import { UNCACHED, useSetViewer } from "../../session/viewer";
import form from "../../forms/Form.module.css";
import classes from "./ConfirmWithNewPassword.module.css";

const VerifyEmailWithNewPasswordMutation = graphql(`
  mutation VerifyEmailWithNewPassword($code: String!, $password: String!, $passwordConfirmation: String!) {
    verifyEmailWithNewPassword(code: $code, password: $password, passwordConfirmation: $passwordConfirmation) {
      viewer {
        ...AccountViewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

interface ConfirmWithNewPasswordProps {
  code: string;
  opened: boolean;
  onOpen(opened: boolean): void;
  onDone(): void;
}

/** Confirms an address with a new password. It explains the consequences before it opens. */
export function ConfirmWithNewPassword({ code, opened, onOpen, onDone }: ConfirmWithNewPasswordProps) {
  return (
    <div className={opened ? classes.opened : classes.other}>
      <p>
        <Trans>
          Cannot log in, or has somebody else registered with your email? Confirm it and choose a new password: the old
          password stops working, and everyone else is logged out.
        </Trans>
      </p>
      {opened ? (
        <NewPassword code={code} onBack={() => onOpen(false)} onDone={onDone} />
      ) : (
        <Button className={form.button} variant="default" onClick={() => onOpen(true)}>
          <Trans>Confirm and choose a new password</Trans>
        </Button>
      )}
    </div>
  );
}

function NewPassword({ code, onBack, onDone }: { code: string; onBack(): void; onDone(): void }) {
  const { t } = useLingui();
  const setViewer = useSetViewer();
  const home = useHome();
  const [verify] = useMutation(VerifyEmailWithNewPasswordMutation, UNCACHED);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const submission = useSubmission(
    "confirm",
    async (values) => {
      const variables = { code, password: values("password"), passwordConfirmation: values("passwordConfirmation") };
      const { data } = await verify({ variables });
      const { viewer, problems = [] } = data?.verifyEmailWithNewPassword ?? {};
      // It comes with the link, and has no field.
      if (!viewer) return problems.map((each) => (each.field === "code" ? { ...each, field: "token" } : each));
      if (setViewer(viewer, home)) onDone();
      else notifyAfterReload(t`Thank you, your email is confirmed. You have a new password, and you are logged in.`);
      return [];
    },
    newPasswordProblems,
  );
  return (
    <div ref={box}>
      <AccountForm
        submission={submission}
        label={<Trans>Confirm and set the password</Trans>}
        beside={
          <Button className={form.button} variant="default" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        }
      >
        <NewPasswordFields submission={submission} />
      </AccountForm>
    </div>
  );
}
