import type * as Load from "../comment-form";

export type CommentForms = Awaited<ReturnType<typeof Load.loadCommentForms>>;

/** An indirection: the page lists only this chunk, not those it imports. */
export function commentFormsOnDemand(): Promise<typeof Load> {
  return import("../comment-form");
}
