import { DeviceDraft } from "../../session/device-draft";
import { privateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";
import { isFilled } from "../../../contract/blanks";

/** The reader's values by variable name. */
export type KeptValues = Readonly<Record<string, string>>;

/**
 * The values that the reader last filled in. All languages of a prompt share them, as they share the names, and so do all places that
 * show it, here and in other tabs.
 */
export function blankDraft(session: Session, promptId: string): DeviceDraft<KeptValues> {
  return new DeviceDraft(privateStorage(session), `variables.${promptId}`, parse);
}

/** Keeps one value beside the others, which another tab or another place on the page may have changed. */
export function rememberValue(draft: DeviceDraft<KeptValues>, name: string, value: string): void {
  const { [name]: _, ...others } = draft.read() ?? {};
  const values = isFilled(value) ? { ...others, [name]: value } : others;
  draft.write(Object.keys(values).length > 0 ? values : null);
}

/** Anything but a map of strings is ignored. */
function parse(data: unknown): KeptValues | null {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const values = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return values.length > 0 ? Object.fromEntries(values) : null;
}
