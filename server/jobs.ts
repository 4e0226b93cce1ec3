import type { FastifyBaseLogger } from "fastify";
import type { DataSource } from "typeorm";
import { sweepAccounts } from "./features/account";
import { renderOldComments, sweepComments } from "./features/comment";
import { digestContents, queueDigests, sweepDigestLinks } from "./features/digest";
import { sweepNotifications } from "./features/notification";
import { reindexOldTexts, sweepPrompts } from "./features/prompt";
import { mails } from "./mails";
import type { Config } from "./platform/config/config";
import { type JobTask, scheduledJob } from "./platform/jobs/job";
import { mailTask } from "./platform/mail/mail-task";
import { mailTransport } from "./platform/mail/mail-transport";
import { sweepRateLimits } from "./platform/rate-limit/rate-limit";
import { rebuildVocabulary } from "./platform/search";

const EVERY_MINUTE = "* * * * *";
const EVERY_TEN_MINUTES = "*/10 * * * *";
const EVERY_NIGHT = "20 3 * * *";

export interface JobDependencies {
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "publicUrl" | "basePath">;
  dataSource: DataSource;
  logger: FastifyBaseLogger;
}

/** All background jobs. Expired data is deleted regularly, as the privacy policy promises. */
export function siteJobs({ config, dataSource, logger }: JobDependencies): JobTask[] {
  return [
    mailTask({ transport: mailTransport(config), texts: mails, contents: digestContents(dataSource), logger }),
    scheduledJob("sweep-accounts", EVERY_TEN_MINUTES, () => sweepAccounts(dataSource)),
    scheduledJob("sweep-prompts", EVERY_MINUTE, () => sweepPrompts(dataSource)),
    scheduledJob("sweep-comments", EVERY_MINUTE, () => sweepComments(dataSource)),
    scheduledJob("render-old-comments", EVERY_TEN_MINUTES, () => renderOldComments(dataSource)),
    scheduledJob("sweep-notifications", EVERY_TEN_MINUTES, () => sweepNotifications(dataSource)),
    scheduledJob("queue-digests", EVERY_MINUTE, () =>
      queueDigests(dataSource, config.publicUrl.origin + config.basePath),
    ),
    scheduledJob("sweep-digest-links", EVERY_TEN_MINUTES, () => sweepDigestLinks(dataSource)),
    scheduledJob("reindex-old-texts", EVERY_MINUTE, () => reindexOldTexts(dataSource)),
    scheduledJob("rebuild-vocabulary", EVERY_NIGHT, () => rebuildVocabulary(dataSource)),
    scheduledJob("sweep-rate-limits", EVERY_TEN_MINUTES, () => sweepRateLimits(dataSource)),
  ];
}
