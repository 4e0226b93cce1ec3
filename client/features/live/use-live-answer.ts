import { useEffect, useRef } from "react";
import type { LiveEvent, Topic } from "./live-events";
import { PersistentQuestion } from "./persistent-question";
import { useLive } from "./use-live";

/** Asks when what it shows may have changed, until there is an answer. */
export function useLiveAnswer(topic: Topic, changed: LiveEvent["kind"], ask: () => Promise<unknown>): void {
  const raise = useQuestion(ask);
  useLive(topic, ({ kind }) => {
    if (kind === changed || kind === "EVENTS_MISSED") raise();
  });
}

/** @returns a function to call when something may have changed */
export function useQuestion(ask: () => Promise<unknown>): () => void {
  const latest = useRef(ask);
  const question = useRef<PersistentQuestion | null>(null);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const current = new PersistentQuestion(() => latest.current());
    question.current = current;
    return () => current.stop();
  }, []);
  return () => question.current?.raise();
}
