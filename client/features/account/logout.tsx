import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useRef } from "react";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { countTyped, forgetTyped } from "../../session/typed-data";
import { useNotify } from "../../ui/Announcer";
import { notifyAfterReload } from "../../ui/notice-after-reload";
import { requestLogoutConfirmation } from "../../session/dialog-request";
import { FormIcon } from "../../forms/FormIcon";
import { useFailureText } from "../../forms/failure-text";

export function LogoutButton() {
  const logout = useLogout();
  return (
    <Button variant="default" onClick={logout}>
      <Trans>Log out</Trans>
    </Button>
  );
}

export interface LogoutRowProps {
  className?: string | undefined;
  /** Called on click, before the request. */
  onAsk(): void;
}

/** The same as a row of a menu. */
export function LogoutRow({ className, onAsk }: LogoutRowProps) {
  const logout = useLogout();
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onAsk();
        logout();
      }}
    >
      <Trans>Log out</Trans>
      <FormIcon name="logout" />
    </button>
  );
}

const LogoutMutation = graphql(`
  mutation Logout {
    logout {
      accepted
    }
  }
`);

/** Logs out; asks for confirmation if stored input would be lost. */
export function useLogout(): () => void {
  const { session } = useSite();
  const notify = useNotify();
  const failureText = useFailureText("logout");
  const leave = useEndSession();
  const leaving = useRef(false);
  return () => {
    const { drafts, comments, filledPrompts } = countTyped(privateStorage(session));
    if (drafts + comments + filledPrompts > 0) {
      requestLogoutConfirmation();
      return;
    }
    if (leaving.current) return;
    leaving.current = true;
    leave()
      .catch((error: unknown) => notify({ message: failureText(error) }))
      .finally(() => (leaving.current = false));
  };
}

/** Ends this browser's session, on the server and in all tabs, and deletes private data. */
export function useEndSession(): () => Promise<void> {
  const { t } = useLingui();
  const { session } = useSite();
  const forgetAccount = useForgetAccount();
  const [logout] = useMutation(LogoutMutation);
  return async () => {
    // Before the request: if the page is left meanwhile, no private data stays behind.
    const restore = forgetTyped(privateStorage(session));
    const { isUnloading, stop } = watchUnload();
    try {
      await logout();
    } catch (error) {
      if (!isUnloading()) restore();
      throw error;
    } finally {
      stop();
    }
    forgetAccount(t`You are logged out.`);
  };
}

/**
 * Signs out all tabs, which reload, and deletes the member's private data. Call it once the server has ended the session.
 * @param message for the next page
 * @param address of that page; by default this one's
 */
export function useForgetAccount(): (message: string, address?: string) => void {
  const { session } = useSite();
  return (message, address) => {
    // Another tab may have stored something since.
    forgetTyped(privateStorage(session));
    notifyAfterReload(message);
    session.logOut(address);
  };
}

/** Navigating away aborts requests: in some browsers before `pagehide`, while others fire `pagehide` alone. */
function watchUnload(): { isUnloading(): boolean; stop(): void } {
  let left = false;
  const leave = () => (left = true);
  const events = ["beforeunload", "pagehide"];
  for (const event of events) window.addEventListener(event, leave);
  return {
    isUnloading: () => left,
    stop: () => {
      for (const event of events) window.removeEventListener(event, leave);
    },
  };
}
