import { useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import type { Typist } from "../../session/typist";
import { normalizeLines } from "../../../contract/prompt-text";
import { CommentDraft } from "./comment-draft";
import { typedSince } from "./typed-since";

interface CommentDrafting {
  text: string;
  /** What the comment said that the text is a change of. */
  base: string | undefined;
  write(text: string): void;
  /** Once it is not wanted. @param next the text to begin with again */
  forget(next?: string): void;
  /** Once this text is posted. @returns whether nothing has been typed since: that is kept */
  forgetSent(sent: string): boolean;
  /** Whether there are other texts: from another tab, or from before. */
  hasOthers: boolean;
  /** Goes on with the next one of them. */
  showOther(): void;
}

interface CommentBeginnings {
  /** What the comment says that is to be changed: the text where nothing is kept, which is not kept either. */
  body: string | undefined;
  /** What has been typed before the form was there, and is not kept yet. */
  begun: string | undefined;
}

/**
 * What is written, kept on this device until it is posted.
 * @param typist whose words these are, for as long as the form is there
 * @param page the number of the prompt, or "feedback"
 */
export function useCommentDraft(
  typist: Typist,
  place: string,
  page: string,
  { body, begun = "" }: CommentBeginnings,
): CommentDrafting {
  const { session } = useSite();
  const storage = privateStorage(session);
  const [draft] = useState(() => new CommentDraft(storage, typist, place, page));
  const [text, setText] = useState(() => [draft.load() ?? body ?? "", begun].filter((part) => part !== "").join("\n"));
  const [hasOthers, setOthers] = useState(() => draft.countOthers() > 0);
  const [base, setBase] = useState(() => draft.base ?? body);
  const latest = useRef({ text, base });
  const [waiting] = useState(
    () =>
      new DelayedWrite(() => {
        const { text: written, base: begunWith } = latest.current;
        draft.keep(written.trim() === "" || written === begunWith ? null : written, begunWith);
        setOthers(draft.countOthers() > 0);
      }),
  );
  useEffect(() => () => waiting.now(), [waiting]);
  useEffect(() => {
    if (begun !== "") waiting.later();
  }, [begun, waiting]);
  useEffect(() => storage.subscribe(() => draft.reclaim()), [storage, draft]);
  const show = (next: string, begunWith = latest.current.base) => {
    setText(next);
    setBase(begunWith);
    latest.current = { text: next, base: begunWith };
  };
  const keepNow = () => {
    waiting.later();
    waiting.now();
  };
  return {
    text,
    base,
    write: (next) => {
      show(next);
      waiting.later();
    },
    forget: (next = body) => {
      show(next ?? "", next);
      keepNow();
    },
    forgetSent: (sent) => {
      const { text: now } = latest.current;
      const left = typedSince(now, sent);
      // A change is of the whole text, and now of the one that was sent, as it is stored.
      const stored = normalizeLines(sent);
      if (body === undefined) show(left ?? "");
      else show(left === null ? stored : now, stored);
      keepNow();
      return left === null;
    },
    hasOthers,
    showOther: () => {
      waiting.now();
      const other = draft.next();
      if (other !== null) show(other, draft.base ?? body);
    },
  };
}
