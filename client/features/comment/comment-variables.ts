import { commentId } from "../../../contract/comments";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";

/** Threads on a page, and replies below each before more are asked for. */
const THREADS = 10;
const REPLIES = 3;

/** The variables of the queries for comments. @param from the comment with which to begin; null for the newest thread */
export function commentVariables(locale: Locale, from: string | null) {
  return { locale: localeName(locale), threads: THREADS, replies: REPLIES, from };
}

/** The comment that the page's address names. */
export function commentInAddress(search: string): string | null {
  const number = new URLSearchParams(search).get("comment");
  return number === null ? null : commentId(number);
}
