import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { MailTexts } from "../../platform/mail/mail";
import type { DigestItem, DigestMailData } from "./digest-mails";

/** Every word of the daily mail. Of what others wrote, titles alone are in it, and no addresses in them: mail programs make links of those. */
export const digestMails: MailTexts<keyof DigestMailData> = {
  digest(i18n, { username, items, more, url, stopAddress, stopUrl }) {
    const count = items.length + more;
    return {
      username,
      subject: i18n._(
        msg`${plural(count, { one: "# new notification on Polyprompt", other: "# new notifications on Polyprompt" })}`,
      ),
      preview: items[0] ? itemText(i18n, items[0]) : "",
      lead: i18n._(msg`This is what you have not read yet:`),
      lines: [
        ...items.map((item) => itemText(i18n, item)),
        ...(more > 0 ? [i18n._(msg`${plural(more, { one: "and # more", other: "and # more" })}`)] : []),
      ],
      action: { label: i18n._(msg`Open your notifications`), url },
      notes: [i18n._(msg`You get this mail because you turned it on in your settings, once a day at most.`)],
      stop: { address: stopAddress, label: i18n._(msg`Stop these mails`), url: stopUrl },
    };
  },
};

function itemText(i18n: I18n, { kind, author, title }: DigestItem): string {
  const prompt = title ?? "";
  const name = author ?? i18n._(msg`Deleted account`);
  switch (kind) {
    case "REPLY":
      return title === null
        ? i18n._(msg`${name} answered your comment on the feedback page`)
        : i18n._(msg`${name} answered your comment on “${title}”`);
    case "COMMENT":
      return i18n._(msg`${name} commented on your prompt “${prompt}”`);
    case "MENTION":
      return title === null
        ? i18n._(msg`${name} mentioned you on the feedback page`)
        : i18n._(msg`${name} mentioned you in a comment on “${title}”`);
    case "MODERATION":
      return title === null
        ? i18n._(msg`The moderators have decided something about you or a comment of yours`)
        : i18n._(msg`The moderators have decided something about “${title}”`);
  }
}
