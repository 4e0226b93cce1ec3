import { useEffect, useRef } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { type LiveEvent, liveEvents, type Topic } from "./live-events";

/** Listens while it is rendered. @param topic null for nothing */
export function useLive(topic: Topic | null, onEvent: (event: LiveEvent) => void): void {
  const { session } = useSite();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (topic === null) return;
    return liveEvents(session).subscribe(topic, (event) => latest.current(event));
  }, [topic, session]);
}
