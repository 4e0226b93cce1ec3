import { Trans } from "@lingui/react/macro";

/** The same whether there is such an account or not. */
export function MailSent() {
  return <Trans>If that account exists, a mail is on its way. Nothing arrived? Check your e-mail or username.</Trans>;
}
