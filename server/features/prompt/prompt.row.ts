import type { Locale } from "../../../contract/locales";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import type { PromptOrigin } from "./prompt.entity";

/** A row of `prompt` as the hot queries read it. */
export interface PromptRow {
  id: number;
  origin: PromptOrigin;
  author_id: string | null;
  source_locale: Locale;
  languages: Locale[];
  tag_ids: number[];
  shared: boolean;
  upvotes: number;
  downvotes: number;
  upvote_difference: number;
  favorite_count: number;
  copy_count: number;
  comment_count: number;
  created_at: Date;
  updated_at: Date;
  shared_at: Date | null;
  hidden: boolean;
  copy_of: number | null;
}

/** What lists read of a text. */
export interface TextHeadRow {
  locale: Locale;
  title: string;
  remark: string | null;
}

/** What may be long. Read by the `bodyLoader` of a request, if it is selected at all. */
export interface TextBodyRow {
  content: string;
  notes: string | null;
}

export type PromptTextRow = TextHeadRow & TextBodyRow;

/** The columns of `PromptRow`, for the table alias `p`. */
export const PROMPT_COLUMNS = `p.id, p.origin, p.author_id, p.source_locale, p.languages, p.tag_ids, p.shared, p.upvotes, p.downvotes,
  p.upvote_difference, p.favorite_count, p.copy_count, p.comment_count, p.created_at, p.updated_at, p.shared_at, p.hidden, p.copy_of`;

/** SQL for whether prompt `p` is public or that member's own. @param user SQL of an account's id; null for a visitor */
export function visibleTo(user: string): string {
  return `(p.listed or p.author_id = ${user} and p.deleted_at is null)`;
}

/** Who reads a text: what was visible when a list was read may have become private before its texts are. */
export interface TextReader {
  /** The id of the member; null for a visitor. */
  id: string | null;
  moderates: boolean;
}

export function textReader(actor: Actor): TextReader {
  return actor.kind === "visitor"
    ? { id: null, moderates: false }
    : { id: actor.userId, moderates: actor.kind === "session" && actor.isModerator };
}

/** Like `visibleTo`, and for moderators what everybody would see if it were not hidden. @param moderates SQL of whether the user is one */
export function readableBy(user: string, moderates: string): string {
  return `(${visibleTo(user)} or ${moderates} and p.origin = 'COMMUNITY' and p.shared and p.deleted_at is null)`;
}

export function promptIsGone(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such prompt any more.");
}

/** SQL for the locale in which to show prompt `p` when `requested` is requested: that one, else English, else its source locale. */
export function shownLocale(requested: string): string {
  return `case when ${requested} = any(p.languages) then ${requested} when 'en' = any(p.languages) then 'en' else p.source_locale end`;
}
