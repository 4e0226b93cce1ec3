import { useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { type PrivateName, privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";

/** Typing goes on meanwhile. */
const PAUSE_MS = 300;

/**
 * What is written, kept on this device until it is posted. Whoever signs in takes it along.
 * @param usual the text where nothing is kept, which is not kept either
 */
export function useCommentDraft(
  place: string,
  usual = "",
): [text: string, write: (text: string) => void, forget: () => void] {
  const { session } = useSite();
  const account = useAccount();
  const storage = privateStorage(session);
  const name: PrivateName = `comment.${place}`;
  const [text, setText] = useState(() => storage.read(name) ?? usual);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(text);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    // Logging out forgets it.
    if (session.loggedOut) return;
    const written = latest.current;
    storage.write(name, written.trim() === "" || written === usual ? null : written);
  }, [session, storage, name, usual]);
  useEffect(() => {
    const keepNow = () => timer.current !== undefined && keep();
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [keep, account]);
  // Whoever comes after a member sees nothing of what they typed; who signs in takes along what they have typed as a visitor.
  const owner = useRef(account);
  useEffect(() => {
    const isAnother = owner.current !== null && account !== null && account !== owner.current;
    if (account !== null) owner.current = account;
    if (!isAnother && !session.loggedOut) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const kept = session.loggedOut ? usual : (storage.read(name) ?? usual);
    latest.current = kept;
    setText(kept);
  }, [account, session, storage, name, usual]);
  const write = (next: string) => {
    setText(next);
    latest.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, PAUSE_MS);
  };
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current = usual;
    setText(usual);
    storage.write(name, null);
  };
  return [text, write, forget];
}
