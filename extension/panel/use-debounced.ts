import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** The words once a person pauses in typing them. */
export function useDebounced(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return words === "" ? words : settled;
}
