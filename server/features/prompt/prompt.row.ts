import type { Locale } from "../../../product.config";
import type { PromptOrigin } from "./prompt.entity";
import { Prompt, PromptOriginEnum } from "./prompt.type";

/** A row of `prompt` as the hot reads fetch it. */
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
}

export interface PromptTextRow {
  locale: Locale;
  title: string;
  remark: string | null;
  notes: string | null;
  content: string;
}

/** The columns of `PromptRow` of the table alias `p`. */
export const PROMPT_COLUMNS = `p.id, p.origin, p.author_id, p.source_locale, p.languages, p.tag_ids, p.shared, p.upvotes, p.downvotes,
  p.upvote_difference, p.favorite_count, p.copy_count, p.comment_count, p.created_at, p.updated_at, p.shared_at`;

/** SQL of the locale in which prompt `p` is shown to who asks for `asked`: as asked, else English, else its source. */
export function shownLocale(asked: string): string {
  return `case when ${asked} = any(p.languages) then ${asked} when 'en' = any(p.languages) then 'en' else p.source_locale end`;
}

export function toPrompt(row: PromptRow): Prompt {
  return Object.assign(new Prompt(), {
    id: String(row.id),
    origin: PromptOriginEnum[row.origin],
    authorId: row.author_id,
    sourceLocale: row.source_locale,
    languages: row.languages,
    tagIds: row.tag_ids,
    shared: row.origin === "LIBRARY" || row.shared,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    upvoteDifference: row.upvote_difference,
    favoriteCount: row.favorite_count,
    copyCount: row.copy_count,
    commentCount: row.comment_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sharedAt: row.shared_at,
  });
}
