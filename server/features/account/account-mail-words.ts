import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { MailTexts } from "../../platform/mail/mail";
import type { AccountMailData } from "./account-mails";

/** Every word of the account's mails. */
export const accountMails: MailTexts<keyof AccountMailData> = {
  "login-link"(i18n, { username, minutes, url }) {
    const validity = i18n._(
      msg`The link works once, for ${plural(minutes, { one: "# minute", other: "# minutes" })}. If you ask for another one, only the newest works.`,
    );
    return {
      username,
      subject: i18n._(msg`Your login link for Polyprompt`),
      preview: validity,
      lead: i18n._(msg`Here is the link to log in with. It opens a page on which you confirm that it is you.`),
      action: { label: i18n._(msg`Log in`), url },
      notes: [
        validity,
        i18n._(
          msg`You did not ask for this? Then you can ignore this mail: without the link nobody gets into your account.`,
        ),
      ],
    };
  },

  "reset-password"(i18n, { username, url, code, minutes }) {
    const validity = codeValidity(i18n, minutes);
    return {
      username,
      subject: i18n._(msg`Reset your Polyprompt password`),
      preview: validity,
      lead: i18n._(msg`You can choose a new password now. If the page asks for a reset code, enter this one:`),
      code,
      action: { label: i18n._(msg`Choose a new password`), url },
      notes: [
        validity,
        i18n._(msg`You did not ask for this? Then you can ignore this mail: your password stays as it is.`),
      ],
    };
  },

  "confirm-email"(i18n, { username, hours, url }) {
    const validity = i18n._(msg`The link works for ${plural(hours, { one: "# hour", other: "# hours" })}.`);
    return {
      username,
      subject: i18n._(msg`Confirm your email address for Polyprompt`),
      preview: i18n._(msg`One more step and your address is confirmed.`),
      lead: i18n._(msg`Please confirm that this email address belongs to you and your Polyprompt account.`),
      action: { label: i18n._(msg`Confirm address`), url },
      notes: [
        validity,
        i18n._(
          msg`You did not enter this address at Polyprompt? Then do not confirm it, and ignore this mail: someone may have mistyped theirs.`,
        ),
      ],
    };
  },

  "change-email"(i18n, { username, hours, url }) {
    const validity = i18n._(msg`The link works for ${plural(hours, { one: "# hour", other: "# hours" })}.`);
    return {
      username,
      subject: i18n._(msg`Confirm the new email address of your Polyprompt account`),
      preview: i18n._(msg`One more step and your address is changed.`),
      lead: i18n._(
        msg`This address is to become the one of your Polyprompt account. The link opens a page on which you log in and confirm it.`,
      ),
      action: { label: i18n._(msg`Confirm new address`), url },
      notes: [
        validity,
        i18n._(
          msg`You have no account ${username} at Polyprompt? Then ignore this mail: without logging in to that account nobody can confirm the address.`,
        ),
      ],
    };
  },

  "stop-email-change"(i18n, { username, hours, newAddress, url }) {
    const validity = i18n._(msg`The link works for ${plural(hours, { one: "# hour", other: "# hours" })}.`);
    return {
      username,
      subject: i18n._(msg`Your Polyprompt account is to get another email address`),
      preview: i18n._(msg`If this was not you, please act now.`),
      lead: i18n._(
        msg`Somebody who knows your password asked to change the address of your account to ${newAddress}. If that was you, there is nothing to do.`,
      ),
      action: { label: i18n._(msg`Stop the change`), url },
      notes: [
        i18n._(
          msg`This was not you? Stop the change, then choose a new password right away: that also logs out everyone else.`,
        ),
        validity,
      ],
    };
  },

  "email-changed"(i18n, { username, newAddress }) {
    return {
      username,
      subject: i18n._(msg`The email address of your Polyprompt account was changed`),
      preview: i18n._(msg`If this was not you, please act now.`),
      lead: i18n._(
        msg`Your account now uses the address ${newAddress}. Mails about your account go there from now on, and no longer to this address.`,
      ),
      notes: [
        i18n._(
          msg`This was not you? Log in with your username, change your password and enter your own address again. If you cannot log in any more, contact the operator of the site.`,
        ),
      ],
    };
  },

  "password-changed"(i18n, { username, when: moment }) {
    const when = i18n.date(new Date(moment), {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "UTC",
      timeZoneName: "short",
    });
    return {
      username,
      subject: i18n._(msg`Your Polyprompt password was changed`),
      preview: i18n._(msg`If this was not you, please act now.`),
      lead: i18n._(msg`Your password was changed (${when}). All other devices have been logged out.`),
      notes: [
        i18n._(
          msg`This was not you? Open the login page, say that you forgot your password, and choose a new one right away.`,
        ),
      ],
    };
  },

  "delete-account"(i18n, { username, code, minutes }) {
    const validity = codeValidity(i18n, minutes);
    return {
      username,
      subject: i18n._(msg`Confirm that your Polyprompt account is to be deleted`),
      preview: validity,
      lead: i18n._(msg`Enter this code on the page where you asked to delete your account:`),
      code,
      notes: [
        validity,
        i18n._(
          msg`Deleting removes your prompts, support and favourites for good. Your comments stay, without your name, unless you choose to delete them too.`,
        ),
        i18n._(
          msg`You did not ask for this? Then do not give the code to anyone, and change your password: someone may be logged in to your account.`,
        ),
      ],
    };
  },

  "account-deleted"(i18n, { username, comments }) {
    return {
      username,
      subject: i18n._(msg`Your Polyprompt account is deleted`),
      preview: i18n._(msg`This cannot be undone.`),
      lead: i18n._(
        msg`Your account is deleted for good, with your email address, your prompts, your support, your favourites and your API tokens.`,
      ),
      notes: [
        comments === "deleted"
          ? i18n._(msg`Your comments are deleted too.`)
          : i18n._(msg`Your comments stay on the site, without your name.`),
        i18n._(msg`This was not you? Then somebody had access to your account. Contact the operator of the site.`),
      ],
    };
  },
};

function codeValidity(i18n: I18n, minutes: number): string {
  return i18n._(msg`The code works once, for ${plural(minutes, { one: "# minute", other: "# minutes" })}.`);
}
