import { UsernameRules } from "./UsernameRules";
import { Trans, useLingui } from "@lingui/react/macro";
import { docPath } from "../../../contract/pages";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { ExternalLink } from "../../ui/ExternalLink";
import { AccountForm } from "../../forms/Form";
import { emailProblems, newPasswordProblems, required } from "../../forms/checks";
import { CheckField, TextField } from "../../forms/Field";
import { NewPasswordFields } from "./NewPasswordFields";
import type { FormProblem } from "../../forms/problem-text";
import { useSubmission, type Values } from "../../forms/use-submission";
import { useSetViewer } from "../../session/viewer";

const RegisterMutation = graphql(`
  mutation Register(
    $username: String!
    $email: String!
    $password: String!
    $passwordConfirmation: String!
    $acceptTerms: Boolean!
    $locale: Locale!
  ) {
    register(
      username: $username
      email: $email
      password: $password
      passwordConfirmation: $passwordConfirmation
      acceptTerms: $acceptTerms
      locale: $locale
    ) {
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

export function RegisterForm({ onDone }: { onDone(): void }) {
  const { t } = useLingui();
  const { locale, basePath } = useSite();
  const path = useLocalePath();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const [register] = useMutation(RegisterMutation);
  const submission = useSubmission(
    "register",
    async (values) => {
      const variables = {
        username: values("username"),
        email: values("email"),
        password: values("password"),
        passwordConfirmation: values("passwordConfirmation"),
        acceptTerms: values("acceptTerms") !== "",
        locale: localeName(locale),
      };
      const { data } = await register({ variables });
      if (!data?.register?.viewer) return data?.register?.problems ?? [];
      setViewer(data.register.viewer);
      const { email } = data.register.viewer;
      notify({
        message: t`Your account is ready. Please confirm your email with the link that we have sent to ${email}.`,
      });
      onDone();
      return [];
    },
    check,
  );
  const docs = (page: string) => basePath + path(docPath(page));
  return (
    <AccountForm submission={submission} label={<Trans>Create an account</Trans>}>
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        hint={<UsernameRules />}
        autoComplete="username"
        error={submission.errorFor("username")}
      />
      <TextField
        name="email"
        type="email"
        dir="ltr"
        label={<Trans>Email</Trans>}
        autoComplete="email"
        error={submission.errorFor("email")}
      />
      <NewPasswordFields submission={submission} isFirst />
      <CheckField
        name="acceptTerms"
        label={
          <Trans>
            I agree to the <ExternalLink href={docs("terms-of-service")}>terms of service</ExternalLink> and the{" "}
            <ExternalLink href={docs("privacy-policy")}>privacy policy</ExternalLink>.
          </Trans>
        }
        error={submission.errorFor("acceptTerms")}
      />
    </AccountForm>
  );
}

function check(values: Values): FormProblem[] {
  return [
    ...required(values, "username"),
    ...emailProblems(values),
    ...newPasswordProblems(values),
    ...(values("acceptTerms") === "" ? [{ code: "TERMS_NOT_ACCEPTED", field: "acceptTerms" } as const] : []),
  ];
}
