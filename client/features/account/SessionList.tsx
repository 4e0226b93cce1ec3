import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { Button } from "../../ui/Button";
import { graphql } from "../../gql";
import type { SessionList_ViewerFragment } from "../../gql/graphql";
import { FormIcon } from "../../forms/FormIcon";
import { useAct } from "../../forms/use-act";
import { deviceOf } from "./device";
import { LogoutButton } from "./logout";
import { useDateTimeFormat } from "./use-date-time-format";
import classes from "./AccountList.module.css";
import settings from "./Settings.module.css";

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
    revokeSession(sessionId: $id) {
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
  const formatDateTime = useDateTimeFormat();
  const act = useAct("logout");
  const [revoke] = useMutation(RevokeSessionMutation);
  const [revokeOthers] = useMutation(RevokeOtherSessionsMutation);
  const nameOf = (userAgent: string) => {
    const { browser, system, kind } = deviceOf(userAgent);
    const device = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`);
    switch (kind) {
      case "phone":
        return t`${device} (phone)`;
      case "tablet":
        return t`${device} (tablet)`;
      case "computer":
        return t`${device} (computer)`;
      case undefined:
        return device;
    }
  };
  return (
    <div className={settings.panel}>
      <ul className={classes.list}>
        {sessions?.map(({ id, current, createdAt, lastUsedAt, userAgent }) => {
          const name = nameOf(userAgent);
          const { kind = "computer" } = deviceOf(userAgent);
          const when = formatDateTime(current ? createdAt : lastUsedAt);
          return (
            <li key={id} className={classes.device}>
              <span className={classes.icon}>
                <FormIcon name={kind === "computer" ? "laptop" : "phone"} />
              </span>
              <div>
                <strong>{name}</strong>{" "}
                {current && (
                  <span className={settings.badge}>
                    <Trans>This device</Trans>
                  </span>
                )}
                <p>{current ? <Trans>Logged in: {when}</Trans> : <Trans>Last used {when}</Trans>}</p>
              </div>
              {current ? (
                <LogoutButton />
              ) : (
                <Button
                  variant="default"
                  aria-label={t`Log out ${name}`}
                  onClick={() => act(() => revoke({ variables: { id } }), t`The device is logged out.`)}
                >
                  <Trans>Log out</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {(sessions ?? []).length > 1 && (
        <div className={settings.foot}>
          <p>
            <Trans>Something you do not recognise? Log it out, then change your password.</Trans>
          </p>
          <Button variant="default" onClick={() => act(revokeOthers, t`All other devices are logged out.`)}>
            <Trans>Log out all other devices</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
