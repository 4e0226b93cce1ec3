/**
 * Whether this is `npm run test:deep`, which also runs `*.deep.test.ts` and `*.deep.api.test.ts` and tries the whole of each long corpus. It is run before a
 * release; CONTRIBUTING.md says what is in it.
 */
export const isDeep = process.env.DEEP === "1";

/** Of a corpus, what every run tries: `count` of it, evenly spread, among them the first and the last. All of it in a deep run. */
export function sample<T>(corpus: readonly T[], count: number): readonly T[] {
  if (isDeep || count >= corpus.length) return corpus;
  return Array.from({ length: count }, (_, at) => corpus[Math.round((at * (corpus.length - 1)) / (count - 1))] as T);
}
