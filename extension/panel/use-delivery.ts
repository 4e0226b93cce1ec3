import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { copyText } from "../page/clipboard";
import type { Delivered } from "../page/protocol";
import { type Prompt, recordCopy } from "../site/prompts";
import { useSource } from "./account";
import type { Target } from "./tab";

/** What became of a text: inserted, or copied and why. */
export type Outcome = Delivered | "copied";

export interface Delivery {
  outcome: Outcome | null;
  /** Inserts a prompt's text into the page; where that cannot be, copies it. */
  insert(prompt: Prompt, text: string): void;
  copy(prompt: Prompt, text: string): void;
  forget(): void;
}

/**
 * @param insertOrCopy inserts a text where the person is; where that cannot be, copies it
 * @param onInserted hears of a text that was inserted, once the site has counted it, or has not
 */
export function useDelivery(insertOrCopy: (text: string) => Promise<Delivered>, onInserted?: () => void): Delivery {
  const source = useSource();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { mutate: record } = useMutation({
    networkMode: "always",
    mutationFn: async ({ id, viewerCanEdit }: Prompt) => {
      // The site counts the copies that people make of what others have written.
      if (!viewerCanEdit) await recordCopy(source, id);
    },
  });
  const deliver = async (prompt: Prompt, text: string, outcomeOf: (text: string) => Promise<Outcome>) => {
    const outcome = await outcomeOf(text);
    setOutcome(outcome);
    if (outcome !== "not copied") record(prompt, { onSettled: () => outcome === "inserted" && onInserted?.() });
  };
  return {
    outcome,
    insert: (prompt, text) => void deliver(prompt, text, insertOrCopy),
    copy: (prompt, text) => void deliver(prompt, text, (words) => copyText(words, "copied")),
    forget: () => setOutcome(null),
  };
}

/** The key that goes with others, as it is written on the keyboard. */
export const COMMAND_KEY = /mac/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** As keyboards have it in most languages. */
export const ESCAPE_KEY = "Esc";

/** Whether Insert would work, as far as is known. */
export function canInsert(target: Target | undefined): boolean {
  return target?.kind === "editor";
}
