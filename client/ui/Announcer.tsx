import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

const AnnounceContext = createContext<(message: string) => void>(() => {});

/** One polite live region for the whole page, there before anything is said in it: late regions are not read out. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ message: "", times: 0 });
  const announce = useCallback((message: string) => setSaid(({ times }) => ({ message, times: times + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite">
        {/* A new element each time, or the same message twice would be silent. */}
        <VisuallyHidden key={said.times}>{said.message}</VisuallyHidden>
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}
