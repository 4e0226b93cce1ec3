import { useEffect, useRef } from "react";
import { useSite } from "../../runtime/SiteProvider";
import type { LiveEvent, Topic } from "./live-stream";

/** Listens while it is rendered, once the code has come. Without it there is just nothing live. @param topic null for nothing */
export function useLive(topic: Topic | null, onEvent: (event: LiveEvent) => void): void {
  const { session } = useSite();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (topic === null) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import("./live-tabs").then(
      ({ liveTabs }) => {
        if (!isOver) stop = liveTabs(session).subscribe(topic, (event) => latest.current(event));
      },
      () => null,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [topic, session]);
}
