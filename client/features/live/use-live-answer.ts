import { useEffect, useRef } from "react";
import type { LiveEvent, Topic } from "./live-stream";
import { useLive } from "./use-live";

/**
 * Asks when what it shows may have changed: one question at a time, since the answer to an earlier one may be older, and once more if
 * something changes meanwhile.
 */
export function useLiveAnswer(topic: Topic, changed: LiveEvent["kind"], ask: () => Promise<unknown>): void {
  const wanted = useRef(0);
  const isAsking = useRef(false);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useLive(topic, ({ kind }) => {
    if (kind !== changed && kind !== "EVENTS_MISSED") return;
    wanted.current += 1;
    if (isAsking.current) return;
    isAsking.current = true;
    const askUntilAnswered = async () => {
      let asked = 0;
      while (asked !== wanted.current) {
        asked = wanted.current;
        await latest.current().catch(() => null);
      }
      isAsking.current = false;
    };
    void askUntilAnswered();
  });
}
