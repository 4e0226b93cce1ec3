import { ImportFailedError } from "./import-failure";

/** A parser makes a value of each: of 20 MB of them half a gigabyte, in seconds. Those in texts count too. */
const MAX_SIGNS = 2_000_000;

/** @throws UNREADABLE_FILE for a file of little but brackets or separators */
export function refuseManySigns(sign: RegExp, text: string): void {
  if (countOf(sign, text) > MAX_SIGNS) throw new ImportFailedError("UNREADABLE_FILE");
}

/** @param pattern with the flag "g" */
export function countOf(pattern: RegExp, text: string): number {
  let count = 0;
  while (pattern.test(text)) count += 1;
  return count;
}
