import type { Reason } from "./moderation.entity";

/** The template data of what moderators tell by mail. */
export interface ModerationMailData {
  /** `note` in the moderator's own words. */
  "account-closed": { username: string; reason: Reason | null; note: string | null };
  "account-reopened": { username: string };
}

declare module "../../platform/mail/mail" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extends MailData by declaration merging
  interface MailData extends ModerationMailData {}
}
