import { useMutation } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { graphql } from "../../gql";
import type { SessionList_ViewerFragment } from "../../gql/graphql";
import { useNotify } from "../../ui/Announcer";
import { deviceOf } from "./device";
import { useFailureText } from "../../forms/failure-text";
import { useDateTimeFormat } from "./use-date-time-format";
import classes from "./AccountList.module.css";

graphql(`
  fragment SessionList_viewer on Viewer {
    sessions {
      id
      current
      createdAt
      lastUsedAt
      userAgent
    }
  }
`);

const RevokeSessionMutation = graphql(`
  mutation RevokeSession($id: ID!) {
    revokeSession(id: $id) {
      viewer {
        ...SessionList_viewer @unmask
      }
    }
  }
`);

const RevokeOtherSessionsMutation = graphql(`
  mutation RevokeOtherSessions {
    revokeOtherSessions {
      viewer {
        ...SessionList_viewer @unmask
      }
    }
  }
`);

/** The account's sessions, each with a button to end it. */
export function SessionList({ sessions }: Pick<SessionList_ViewerFragment, "sessions">) {
  const { t } = useLingui();
  const notify = useNotify();
  const formatDateTime = useDateTimeFormat();
  const failureText = useFailureText("logout");
  const [revoke] = useMutation(RevokeSessionMutation);
  const [revokeOthers] = useMutation(RevokeOtherSessionsMutation);
  const end = (ending: Promise<unknown>, message: string) =>
    void ending.then(
      () => notify({ message }),
      (error: unknown) => notify({ message: failureText(error) }),
    );
  const device = (userAgent: string) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t`${browser} on ${system}`;
    return browser ?? system ?? t`Unknown device`;
  };
  return (
    <>
      <ul className={classes.list}>
        {sessions.map(({ id, current, lastUsedAt, userAgent }) => {
          const name = device(userAgent);
          const when = formatDateTime(lastUsedAt);
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p>{current ? <Trans>This device</Trans> : <Trans>Last used {when}</Trans>}</p>
              </div>
              {!current && (
                <Button
                  variant="default"
                  aria-label={t`Log out ${name}`}
                  onClick={() => end(revoke({ variables: { id } }), t`The device is logged out.`)}
                >
                  <Trans>Log out</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" onClick={() => end(revokeOthers(), t`All other devices are logged out.`)}>
          <Trans>Log out all other devices</Trans>
        </Button>
      )}
    </>
  );
}
