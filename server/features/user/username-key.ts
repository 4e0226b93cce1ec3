declare const brand: unique symbol;

/**
 * The canonical form shared by all spellings of a username. Lookups, comparisons and rate limits use nothing else, and only
 * `usernameKey` creates one.
 */
export type UsernameKey = string & { readonly [brand]: "UsernameKey" };

/** In UTF-16 code units; far longer than any username. Needed because normalization takes quadratic time in a run of marks. */
const MAX_LENGTH = 256;
const MAX_KEY = 64;
/** Letters and digits, "_" and "-", and one dot between letters or digits: no file name or domain of several parts, no end of a sentence. */
const NAME = /^[\p{L}\p{M}\p{N}_-]+(?:(?<=[\p{L}\p{M}\p{N}])\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)?$/u;

/** @returns undefined for an invalid username */
export function usernameKey(username: string): UsernameKey | undefined {
  if (username.length > MAX_LENGTH) return undefined;
  const key = withoutSecondDot(username.normalize("NFKC").toLowerCase());
  if (key.length > MAX_KEY || !NAME.test(key) || /\p{Default_Ignorable_Code_Point}/u.test(key)) return undefined;
  return key as UsernameKey;
}

/** Removes a combining dot above from "i" and "j", where it replaces their own dot: "i̇" looks like "i" (UTS 39, 5.4). */
export function withoutSecondDot(lowerCase: string): string {
  return lowerCase
    .normalize("NFD")
    .replace(/(?<=[ijіј][\u0323\u0328]?)\u0307/g, "")
    .normalize("NFC");
}
