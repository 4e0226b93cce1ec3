import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { Notice, type NoticeContent } from "./Notice";
import classes from "./Notice.module.css";
import { takeNotice } from "./notice-after-reload";
import { VisuallyHidden } from "./VisuallyHidden";

interface Announcements {
  /** For screen readers only: others see it happen. */
  announce(message: string): void;
  /** For everyone, as a notice on screen. */
  notify(notice: NoticeContent): void;
}

const AnnouncerContext = createContext<Announcements>({ announce: () => {}, notify: () => {} });

/** How long a message may take to be read out. */
const READING_MS = 10_000;

interface ShownNotice {
  id: number;
  content: NoticeContent;
}

interface Announcement {
  id: number;
  message: string;
  time: number;
}

/**
 * One polite live region for the page. Rendered empty first: screen readers ignore regions that appear together with their text. Each
 * message is added to those that may not have been read yet: the title of a page must not silence what led to it.
 */
export function Announcer({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState<readonly Announcement[]>([]);
  const count = useRef(0);
  const [notices, setNotices] = useState<readonly ShownNotice[]>([]);
  const announce = useCallback((message: string) => {
    const time = Date.now();
    const id = (count.current += 1);
    setAnnounced((previous) => [
      ...previous.filter((earlier) => time - earlier.time < READING_MS),
      { id, message, time },
    ]);
  }, []);
  const notify = useCallback(
    (content: NoticeContent) => {
      announce(content.message);
      // A new element each time, so that its time begins anew.
      const id = (count.current += 1);
      const { about } = content;
      setNotices((previous) => [
        ...previous.filter(({ content: earlier }) => earlier.action && !(about && earlier.about === about)),
        { id, content },
      ]);
    },
    [announce],
  );
  useEffect(() => {
    const message = takeNotice();
    if (message !== null) notify({ message });
  }, [notify]);
  const close = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const announcements = useMemo(() => ({ announce, notify }), [announce, notify]);
  return (
    <AnnouncerContext value={announcements}>
      {children}
      {/* Not atomic: only what is added is read out. */}
      <div role="status" aria-live="polite" aria-atomic={false}>
        {announced.map(({ id, message }) => (
          // A new element each time, or a repeated message would not be announced.
          <VisuallyHidden key={id}>{message} </VisuallyHidden>
        ))}
      </div>
      {notices.length > 0 && (
        <div className={classes.notices}>
          {notices.map(({ id, content }) => (
            <Notice key={id} id={id} content={content} onClose={close} />
          ))}
        </div>
      )}
    </AnnouncerContext>
  );
}

export function useAnnounce(): (message: string) => void {
  return useContext(AnnouncerContext).announce;
}

/** Shows a message at the bottom of the window for a while, and announces it. */
export function useNotify(): (notice: NoticeContent) => void {
  return useContext(AnnouncerContext).notify;
}
