/** Between the parts of the extension. */

/** The background's message to the panel: a person has pressed the button, and the panel may write into that tab. */
export const OPENED = "opened";

/** What became of a text. */
export type Insertion = "inserted" | "refused" | "no field";

/** The same of a text that is copied where it cannot be inserted. */
export type Delivered = Insertion | "no access" | "not copied";

/** To the background, of the script that waits for "/": to insert a text into its page in place of the command before the cursor. */
export interface InsertMessage {
  insert: string;
  command: string;
}

export function isInsertMessage(message: unknown): message is InsertMessage {
  return typeof message === "object" && message !== null && "insert" in message;
}

/** The first message to the picker's frame, with the port for all others. */
export interface Greeting {
  /** As `readPicker` has it. */
  secret: string;
}

/** To the picker. */
export type ToPicker =
  /** What stands in the field now, from the slash to the cursor. */
  | { kind: "command"; command: string }
  /** A key that was pressed in the field. */
  | { kind: "key"; key: "ArrowDown" | "ArrowUp" | "Enter"; isCommand: boolean }
  | { kind: "delivered"; delivered: Delivered };

/** Of the picker. */
export type FromPicker =
  /** It was greeted. */
  | { kind: "here" }
  /** How high it is, in pixels. From then on it is shown. */
  | { kind: "height"; height: number }
  /** The focus belongs in the picker now, or in the field again. */
  | { kind: "focus"; where: "picker" | "field" }
  | { kind: "insert"; text: string }
  | { kind: "close" }
  /** Nothing is left to do after an insertion. */
  | { kind: "done" };

/** What the script leaves in the page for the panel to call. */
export interface PageScript {
  /** Whether there is an editor to insert into. */
  hasEditor(): boolean;
  /** @param command what the text takes the place of, before the cursor; with an empty one, the selection */
  insert(text: string, command: string): Promise<Insertion>;
}

declare global {
  /** Anything else that runs in the page can read and replace it, so it holds nothing but the two calls. */
  var __polyprompt: PageScript | undefined;
}
