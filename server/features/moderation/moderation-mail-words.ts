import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MailTexts } from "../../platform/mail/mail";
import type { Reason } from "./moderation.entity";
import type { ModerationMailData } from "./moderation-mails";

/** Every word of the mails about what moderators decided. */
export const moderationMails: MailTexts<keyof ModerationMailData> = {
  "account-closed"(i18n, { username, reason, note }) {
    return {
      username,
      subject: i18n._(msg`Your Polyprompt account was closed`),
      preview: i18n._(msg`The moderators have closed your account.`),
      lead: i18n._(
        msg`The moderators of Polyprompt have closed your account. You cannot log in any more, and the prompts that you shared are not shown. Nothing was deleted.`,
      ),
      notes: [
        ...(reason ? [i18n._(msg`Reason: ${reasonText(i18n, reason)}`)] : []),
        ...(note === null ? [] : [i18n._(msg`The moderators write: “${note}”`)]),
        i18n._(
          msg`You think that this is a mistake, or want your data or their deletion? Write to the operator of the site.`,
        ),
      ],
    };
  },

  "account-reopened"(i18n, { username }) {
    return {
      username,
      subject: i18n._(msg`Your Polyprompt account is open again`),
      preview: i18n._(msg`You can log in as before.`),
      lead: i18n._(
        msg`The moderators of Polyprompt have opened your account again. You can log in as before, and the prompts that you shared are shown again.`,
      ),
      notes: [i18n._(msg`For your safety all devices were logged out and all API tokens were revoked.`)],
    };
  },
};

function reasonText(i18n: I18n, reason: Reason): string {
  switch (reason) {
    case "SPAM":
      return i18n._(msg`Advertising or spam`);
    case "ABUSE":
      return i18n._(msg`Hate, harassment or insults`);
    case "DANGEROUS":
      return i18n._(msg`Dangerous or illegal content`);
    case "PERSONAL_DATA":
      return i18n._(msg`Somebody’s personal data`);
    case "COPYRIGHT":
      return i18n._(msg`Somebody else’s work`);
    case "OTHER":
      return i18n._(msg`Another reason`);
  }
}
