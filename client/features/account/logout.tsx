import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@apollo/client/react";
import { useRef } from "react";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useNotify } from "../../ui/Announcer";
import { askToLogOut } from "./dialog-request";
import { useFailureText } from "../../forms/failure-text";

export interface LogoutButtonProps {
  /** Called before the server is asked. */
  onAsk?(): void;
}

export function LogoutButton({ onAsk }: LogoutButtonProps) {
  const logout = useLogout();
  return (
    <Button
      variant="default"
      onClick={() => {
        onAsk?.();
        logout();
      }}
    >
      <Trans>Log out</Trans>
    </Button>
  );
}

const LogoutMutation = graphql(`
  mutation Logout {
    logout {
      accepted
    }
  }
`);

/** Logs out, after a question where somebody would lose what they typed. */
export function useLogout(): () => void {
  const { session } = useSite();
  const notify = useNotify();
  const failureText = useFailureText("logout");
  const leave = useLeave();
  const leaving = useRef(false);
  return () => {
    if (privateStorage(session).countTyped() > 0) {
      askToLogOut();
      return;
    }
    if (leaving.current) return;
    leaving.current = true;
    leave()
      .catch((error: unknown) => notify({ message: failureText(error) }))
      .finally(() => (leaving.current = false));
  };
}

/** Ends this browser's session, here and on the server, and forgets what is private. */
export function useLeave(): () => Promise<void> {
  const { t } = useLingui();
  const { session } = useSite();
  const notify = useNotify();
  const forgetAccount = useForgetAccount();
  const [logout] = useMutation(LogoutMutation);
  return async () => {
    // Before the server is asked: who leaves the page meanwhile leaves nothing behind.
    const restore = privateStorage(session).forget();
    const { isLeft, stop } = watchLeaving();
    try {
      await logout();
    } catch (error) {
      if (!isLeft()) restore();
      throw error;
    } finally {
      stop();
    }
    forgetAccount();
    notify({ message: t`You are logged out.` });
  };
}

/** Makes the browser a visitor's, in all tabs, with nothing left of the member. The server has ended the session. */
export function useForgetAccount(): () => void {
  const { session } = useSite();
  return () => {
    // Another tab may have kept something since.
    privateStorage(session).forget();
    session.logOut();
  };
}

/** Leaving a page breaks off what it asks for, in some browsers before the page is hidden; others tell of that alone. */
function watchLeaving(): { isLeft(): boolean; stop(): void } {
  let left = false;
  const leave = () => (left = true);
  const events = ["beforeunload", "pagehide"];
  for (const event of events) window.addEventListener(event, leave);
  return {
    isLeft: () => left,
    stop: () => {
      for (const event of events) window.removeEventListener(event, leave);
    },
  };
}
