import { fold } from "../platform/search";
import type { LibraryText } from "./library-files";

const MAX_PHRASES = 80;
const MAX_LENGTH = 80;

/** Problems of the search words: once a language has some, each of its prompts has. */
export function searchProblems(texts: Readonly<Record<string, LibraryText>>): string[] {
  const entries = Object.entries(texts);
  const isWritten = entries.some(([, { search }]) => search !== undefined);
  return entries.flatMap(([id, { search }]) => {
    if (search === undefined) return isWritten ? [`${id}: has no search words`] : [];
    const problems = new Set<string>();
    if (search.length === 0 || search.length > MAX_PHRASES)
      problems.add(`has ${String(search.length)} search words, not 1 to ${String(MAX_PHRASES)}`);
    const known = new Set<string>();
    for (const phrase of search) {
      const folded = fold(phrase);
      if (folded.trim() === "") problems.add("has an empty search word");
      else if (known.has(folded)) problems.add(`has the search word "${phrase}" twice`);
      known.add(folded);
      if (phrase !== phrase.trim().normalize("NFC") || /\s{2}|[\t\n\r]/.test(phrase))
        problems.add(`the search word "${phrase}" has stray white space or is not in Unicode's normal form C`);
      if (phrase.length > MAX_LENGTH) problems.add(`the search word "${phrase}" is too long`);
    }
    return [...problems].map((problem) => `${id}: ${problem}`);
  });
}
