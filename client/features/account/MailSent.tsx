import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { FormIcon } from "../../forms/FormIcon";
import form from "../../forms/Form.module.css";
import classes from "./MailSent.module.css";

/** Does not reveal whether the account exists. Rendered empty first: screen readers ignore live regions that appear with their text. */
export function MailSent({ times, to }: { times: number; to: "email" | "username or email" }) {
  return (
    <div className={form.message} role="status">
      {times > 0 && (
        // A new element each time, or a repeated message would not be announced.
        <div key={times} className={classes.sent}>
          <FormIcon name="mail" />
          <p>
            <strong>
              <Trans>Check your inbox</Trans>
            </strong>
            <span>
              {to === "email" ? (
                <Trans>If that account exists, a mail is on its way. Nothing arrived? Check your email.</Trans>
              ) : (
                <Trans>
                  If that account exists, a mail is on its way. Nothing arrived? Check your e-mail or username.
                </Trans>
              )}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

/** The label of the button that sends a mail, and sends it again. */
export function SendLabel({ isSame, seconds, children }: { isSame: boolean; seconds: number; children: ReactNode }) {
  const { i18n } = useLingui();
  if (!isSame) return children;
  const left = i18n.number(seconds, { style: "unit", unit: "second", unitDisplay: "narrow" });
  return (
    <>
      <Trans>Send it again</Trans>
      {seconds > 0 && (
        <span className={classes.left} aria-hidden="true">
          {left}
        </span>
      )}
    </>
  );
}
