import { useMutation } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../gql";
import { useSite } from "../../i18n/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { useFailureText } from "./failure-text";

const LogoutMutation = graphql(`
  mutation Logout {
    logout {
      accepted
    }
  }
`);

/** Ends this browser's session, here and on the server. */
export function useLogout(): () => void {
  const { t } = useLingui();
  const { session } = useSite();
  const notify = useNotify();
  const failureText = useFailureText("logout");
  const [logout] = useMutation(LogoutMutation);
  return () => {
    logout().then(
      () => {
        session.end();
        notify({ message: t`You are logged out.` });
      },
      (error: unknown) => notify({ message: failureText(error) }),
    );
  };
}
