/** Between the parts of the extension. */

/** The background's message to the panel: a person has pressed the button, and the panel may write into that tab. */
export const OPENED = "opened";

/** What became of a text. */
export type Insertion = "inserted" | "refused" | "no field";

/** What the script leaves in the page for the panel to call. */
export interface PageScript {
  /** Whether there is an editor to insert into. */
  hasEditor(): boolean;
  insert(text: string): Promise<Insertion>;
}

declare global {
  /** Anything else that runs in the page can read and replace it, so it holds nothing but the two calls. */
  var __polyprompt: PageScript | undefined;
}
