import { useEffect, useRef, useState } from "react";
import { normalizeLines } from "../../../contract/prompt-text";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import { type CommentDraft, commentDraft } from "./comment-draft";
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
  /** Whether another tab has written another text in the same place since. */
  hasOther: boolean;
  /** Goes on with that one; the text of this form takes its place. */
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
 * @param page the number of the prompt, or "feedback"
 */
export function useCommentDraft(place: string, page: string, { body, begun = "" }: CommentBeginnings): CommentDrafting {
  const { session } = useSite();
  const [draft] = useState(() => commentDraft(privateStorage(session), place));
  const [kept] = useState(() => draft.read());
  const [text, setText] = useState([kept?.text ?? body ?? "", begun].filter((part) => part !== "").join("\n"));
  const [base, setBase] = useState(kept?.base ?? body);
  const [other, setOther] = useState<CommentDraft | null>(null);
  const latest = useRef({ text, base });
  // As this form has last read or written it there.
  const own = useRef(kept?.text);
  const [waiting] = useState(
    () =>
      new DelayedWrite(() => {
        const { text: written, base: begunWith } = latest.current;
        if (written.trim() !== "" && written !== begunWith) {
          draft.write({ text: written, page, base: begunWith });
          own.current = written;
          return;
        }
        const left = withoutText(draft.read(), own.current);
        draft.write(left);
        own.current = undefined;
        if (left) setOther(left);
      }),
  );
  useEffect(() => () => waiting.now(), [waiting]);
  useEffect(() => {
    if (begun !== "") waiting.later();
  }, [begun, waiting]);
  useEffect(
    () =>
      draft.onChange(() => {
        const now = draft.read();
        setOther(now?.text === latest.current.text ? null : now);
      }),
    [draft],
  );
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
    hasOther: other !== null,
    showOther: () => {
      if (!other) return;
      const mine = latest.current;
      show(other.text, other.base ?? body);
      keepNow();
      setOther(mine.text.trim() === "" ? null : mine);
    },
  };
}

/** What is left of a draft without a form's text: that of another tab, or what the account had begun before a visitor signed in. */
function withoutText(draft: CommentDraft | null, text: string | undefined): CommentDraft | null {
  if (draft === null || draft.text === text) return null;
  // As `merged` puts them together.
  const isBelow = text !== undefined && draft.text.endsWith(`\n${text}`);
  return isBelow ? { ...draft, text: draft.text.slice(0, -text.length - 1) } : draft;
}
