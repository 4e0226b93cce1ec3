import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

export interface PageErrorWords {
  title: string;
  /** What is wrong, and when to try again. */
  text: string;
  retry: string;
}

/** @param retryAfter in seconds, if it is known */
export function pageErrorWords(i18n: I18n, status: number, retryAfter: number | undefined): PageErrorWords {
  return {
    title: i18n._(msg`This page could not be loaded.`),
    text: textOf(i18n, status, retryAfter),
    retry: i18n._(msg`Retry`),
  };
}

function textOf(i18n: I18n, status: number, retryAfter: number | undefined): string {
  if (retryAfter === undefined) return i18n._(msg`The site has a problem at the moment. Try again in a few minutes.`);
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return status === 429
    ? i18n._(
        msg`${plural(minutes, {
          one: "Too much was requested from your network. Try again in # minute.",
          other: "Too much was requested from your network. Try again in # minutes.",
        })}`,
      )
    : i18n._(
        msg`${plural(minutes, {
          one: "The site is overloaded. Try again in # minute.",
          other: "The site is overloaded. Try again in # minutes.",
        })}`,
      );
}
