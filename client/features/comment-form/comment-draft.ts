import { commentId, commentNumber } from "../../../contract/comments";
import { DeviceDraft } from "../../session/device-draft";
import type { PrivateStorage } from "../../session/private-storage";

/** What is written in one place. */
export interface CommentDraft {
  text: string;
  /** The number of the prompt that it is about, or "feedback". Texts kept before 2026-11-26 do not have it. */
  page?: string | undefined;
  /** What the comment said that the text is a change of. */
  base?: string | undefined;
}

export function commentDraft(storage: PrivateStorage, place: string): DeviceDraft<CommentDraft> {
  return new DeviceDraft(storage, `comment.${place}`, parse);
}

/** A reply, or a change of a comment, that is not sent. */
export interface BegunText {
  purpose: "reply" | "edit";
  /** What is answered, or changed. */
  commentId: string;
  text: string;
}

/** Where the draft of a reply or a change is kept. */
export function commentPlace(purpose: BegunText["purpose"], commentId: string): string {
  return `${purpose}-${commentNumber(commentId)}`;
}

/** What is kept for comments of a page, or of who knows which. */
export function begunTexts(storage: PrivateStorage, page: string): BegunText[] {
  return storage.names("comment.").flatMap((place) => {
    const [, purpose, number] = /^(reply|edit)-(\d+)$/.exec(place) ?? [];
    if ((purpose !== "reply" && purpose !== "edit") || number === undefined) return [];
    const draft = commentDraft(storage, place).read();
    if (draft === null || (draft.page ?? page) !== page) return [];
    return [{ purpose, commentId: commentId(number), text: draft.text }];
  });
}

export function forgetBegun(storage: PrivateStorage, { purpose, commentId: id }: BegunText): void {
  commentDraft(storage, commentPlace(purpose, id)).write(null);
}

/** Before 2026-11-28 a list of texts was kept, and before 2026-11-24 a text alone. */
function parse(data: unknown): CommentDraft | null {
  if (typeof data === "string") return { text: data };
  if (Array.isArray(data)) {
    const all = data.map(parse).filter((each) => each !== null);
    return all[0] ? { ...all[0], text: all.map(({ text }) => text).join("\n") } : null;
  }
  if (typeof data !== "object" || data === null) return null;
  const { text, page, base } = data as Partial<Record<keyof CommentDraft, unknown>>;
  if (typeof text !== "string") return null;
  return {
    text,
    ...(typeof page === "string" && { page }),
    ...(typeof base === "string" && { base }),
  };
}
