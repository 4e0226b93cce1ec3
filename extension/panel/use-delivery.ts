import { useState } from "react";
import type { Insertion } from "../page/protocol";
import { insertIntoTab, type Target } from "./tab";

/** What became of a text: inserted, or copied and why. */
export type Outcome = Insertion | "no access" | "copied" | "not copied";

export interface Delivery {
  outcome: Outcome | null;
  /** Inserts the text into the page; where that cannot be, copies it. */
  insert(text: string): void;
  copy(text: string): void;
  forget(): void;
}

export function useDelivery(): Delivery {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async (text: string, why: Outcome) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(why);
    } catch {
      setOutcome("not copied");
    }
  };
  const insert = async (text: string) => {
    const insertion = await insertIntoTab(text);
    if (insertion === "inserted") setOutcome(insertion);
    else await copy(text, insertion);
  };
  return {
    outcome,
    insert: (text) => void insert(text),
    copy: (text) => void copy(text, "copied"),
    forget: () => setOutcome(null),
  };
}

/** The key that goes with others, as it is written on the keyboard. */
export const COMMAND_KEY = /mac/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** Whether Insert would work, as far as is known. */
export function canInsert(target: Target | undefined): boolean {
  return target?.kind === "editor";
}
