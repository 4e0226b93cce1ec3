import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { Notice, type NoticeContent } from "./Notice";
import { VisuallyHidden } from "./VisuallyHidden";

interface Voice {
  /** For screen readers alone: what others see happen. */
  announce(message: string): void;
  /** For everyone: what can be seen nowhere else. */
  notify(notice: NoticeContent): void;
  /** Takes back what was said: it may not be true any more. */
  retract(): void;
}

const VoiceContext = createContext<Voice>({ announce: () => {}, notify: () => {}, retract: () => {} });

/** One polite live region for the whole page, there before anything is said in it: late regions are not read out. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ message: "", times: 0 });
  const [notice, setNotice] = useState<{ content: NoticeContent; times: number } | null>(null);
  const announce = useCallback((message: string) => setSaid(({ times }) => ({ message, times: times + 1 })), []);
  const notify = useCallback(
    (content: NoticeContent) => {
      announce(content.message);
      setNotice((former) => ({ content, times: (former?.times ?? 0) + 1 }));
    },
    [announce],
  );
  const close = useCallback(() => setNotice(null), []);
  const retract = useCallback(() => {
    announce("");
    close();
  }, [announce, close]);
  const voice = useMemo(() => ({ announce, notify, retract }), [announce, notify, retract]);
  return (
    <VoiceContext value={voice}>
      {children}
      <div role="status" aria-live="polite">
        {/* A new element each time, or the same message twice would be silent. */}
        <VisuallyHidden key={said.times}>{said.message}</VisuallyHidden>
      </div>
      {notice && <Notice key={notice.times} content={notice.content} onClose={close} />}
    </VoiceContext>
  );
}

export function useAnnounce(): (message: string) => void {
  return useContext(VoiceContext).announce;
}

/** Shows a message at the bottom of the window for a while, and announces it. */
export function useNotify(): (notice: NoticeContent) => void {
  return useContext(VoiceContext).notify;
}

/** Takes back what was said last. */
export function useRetract(): () => void {
  return useContext(VoiceContext).retract;
}
