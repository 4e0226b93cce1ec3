import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export interface FeedWords {
  title: string;
  subtitle: string;
}

/** @param label of the tag that all entries have */
export function communityFeedWords(i18n: I18n, label: string | undefined): FeedWords {
  return {
    title:
      label === undefined
        ? i18n._(msg`Community prompts · Polyprompt`)
        : i18n._(msg`Community prompts: ${label} · Polyprompt`),
    subtitle: i18n._(msg`The newest prompts that members of Polyprompt share.`),
  };
}

export function newsFeedWords(i18n: I18n): FeedWords {
  return {
    title: i18n._(msg`What’s new · Polyprompt`),
    subtitle: i18n._(msg`Changes that people who use Polyprompt notice.`),
  };
}
