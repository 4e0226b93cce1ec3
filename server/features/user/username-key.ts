declare const brand: unique symbol;

/**
 * What all spellings of one username share. Names are looked up, compared and counted by this alone, and only `usernameKey`
 * makes one.
 */
export type UsernameKey = string & { readonly [brand]: "UsernameKey" };

/** Normalising costs the square of a run of marks; no username is anywhere near as long. In UTF-16 units. */
const LONGEST = 256;

/** @returns undefined for what cannot be a username at all. */
export function usernameKey(username: string): UsernameKey | undefined {
  if (username.length > LONGEST) return undefined;
  const key = withoutSecondDot(username.normalize("NFKC").toLowerCase());
  if (!/^[\p{L}\p{M}\p{N}_-]{1,64}$/u.test(key) || /\p{Default_Ignorable_Code_Point}/u.test(key)) return undefined;
  return key as UsernameKey;
}

/** A dot above replaces that of "i" and "j": "i̇" looks like "i" (UTS 39, 5.4). */
export function withoutSecondDot(lowerCase: string): string {
  return lowerCase
    .normalize("NFD")
    .replace(/(?<=[ijіј][\u0323\u0328]?)\u0307/g, "")
    .normalize("NFC");
}
