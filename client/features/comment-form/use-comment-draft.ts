import { useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import type { Typist } from "../../session/typist";
import { CommentDraft } from "./comment-draft";

interface CommentDrafting {
  text: string;
  write(text: string): void;
  /** Once it is posted, or not wanted. */
  forget(): void;
  /** Whether there are other texts: from another tab, or from before. */
  hasOthers: boolean;
  /** Goes on with the next one of them. */
  showOther(): void;
}

/**
 * What is written, kept on this device until it is posted.
 * @param typist whose words these are, for as long as the form is there
 * @param usual the text where nothing is kept, which is not kept either
 */
export function useCommentDraft(typist: Typist, place: string, usual = ""): CommentDrafting {
  const { session } = useSite();
  const [draft] = useState(() => new CommentDraft(privateStorage(session), typist, place));
  const [text, setText] = useState(() => draft.load() ?? usual);
  const [hasOthers, setOthers] = useState(() => draft.countOthers() > 0);
  const latest = useRef(text);
  const [waiting] = useState(
    () =>
      new DelayedWrite(() => {
        const written = latest.current;
        draft.keep(written.trim() === "" || written === usual ? null : written);
        setOthers(draft.countOthers() > 0);
      }),
  );
  useEffect(() => () => waiting.now(), [waiting]);
  const show = (next: string) => {
    setText(next);
    latest.current = next;
  };
  return {
    text,
    write: (next) => {
      show(next);
      waiting.later();
    },
    forget: () => {
      waiting.cancel();
      show(usual);
      draft.keep(null);
      setOthers(draft.countOthers() > 0);
    },
    hasOthers,
    showOther: () => {
      waiting.now();
      show(draft.next() ?? latest.current);
    },
  };
}
