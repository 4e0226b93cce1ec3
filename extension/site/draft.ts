import { browser } from "wxt/browser";

/** A text that a person has selected in a page, to make it a prompt of theirs. It outlasts the panel, and ends with the browser. */
export interface Draft {
  /** Random. Saved twice, the draft is still one prompt. */
  id: string;
  content: string;
}

/** How a blank is written. */
export const BLANK = "{{name}}";

const KEY = "draft";

export async function keepDraft(content: string): Promise<void> {
  const draft: Draft = { id: crypto.randomUUID(), content };
  await browser.storage.session.set({ [KEY]: draft });
}

export async function readDraft(): Promise<Draft | null> {
  const { [KEY]: draft } = await browser.storage.session.get<{ [KEY]?: Draft }>(KEY);
  return draft ?? null;
}

export async function forgetDraft(): Promise<void> {
  await browser.storage.session.remove(KEY);
}

/** Calls back when there is another draft, until it is told to stop. */
export function watchDraft(onDraft: (draft: Draft) => void): () => void {
  const onChanged = ({ [KEY]: change }: Record<string, { newValue?: unknown }>) => {
    if (change?.newValue) onDraft(change.newValue as Draft);
  };
  browser.storage.session.onChanged.addListener(onChanged);
  return () => browser.storage.session.onChanged.removeListener(onChanged);
}
