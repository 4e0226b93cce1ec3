import { type InputEvent, useState } from "react";
import { useSite } from "../runtime/SiteProvider";
import type { Session } from "./session";

const notes = new WeakMap<Session, Map<string, string>>();

interface KeptNote {
  /** For the field. */
  field: { defaultValue: string; onInput(event: InputEvent<HTMLTextAreaElement>): void };
  /** Once it is sent. What was written since then stays. */
  forget(sent: string): void;
}

/**
 * What is written in a dialog, for when it is closed by a slip, or with its page. It lasts as long as the document. Not on the device:
 * what is said about others must not wait there for whoever uses it next.
 */
export function useKeptNote(place: string): KeptNote {
  const { session } = useSite();
  const [kept] = useState(() => notesOf(session));
  return {
    field: {
      defaultValue: kept.get(place) ?? "",
      onInput: ({ currentTarget: { value } }) => {
        if (value === "") kept.delete(place);
        else kept.set(place, value);
      },
    },
    forget: (sent) => {
      if (kept.get(place) === sent) kept.delete(place);
    },
  };
}

function notesOf(session: Session): Map<string, string> {
  const kept = notes.get(session) ?? new Map<string, string>();
  notes.set(session, kept);
  return kept;
}
