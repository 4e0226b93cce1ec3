/**
 * PostgreSQL has no Bengali stemmer. This one strips a single noun ending (case, number, article), the most common
 * difference between a query and a text. Words are already folded: no nukta (so য for য়), no chandrabindu.
 */
const ENDINGS_AFTER_ANY_STEM = [
  "গুলোতে",
  "গুলোকে",
  "গুলোর",
  "গুলিতে",
  "গুলিকে",
  "গুলির",
  "গুলো",
  "গুলি",
  "দেরকে",
  "দের",
  "টিকে",
  "টিতে",
  "টির",
  "টাকে",
  "টাতে",
  "টার",
  "টি",
  "টা",
  "যের",
  "ের",
  "কে",
];
const ENDING_AFTER_ANY_STEM = new RegExp(`(?:${ENDINGS_AFTER_ANY_STEM.join("|")})$`, "u");
/** After a vowel only: খবর is a word, not the genitive of খব. */
const ENDING_AFTER_VOWEL = /(?<=[\u09BE-\u09CC\u0985-\u0994])(?:র|তে|য|রা)$/u;
/** After a consonant: ঘরে, কাজে. */
const LOCATIVE = /(?<=[\u0995-\u09B9])ে$/u;
const MIN_STEM_LENGTH = 2;

/** The word without its ending, or the word itself. */
export function stemBengali(word: string): string {
  for (const ending of [ENDING_AFTER_ANY_STEM, ENDING_AFTER_VOWEL, LOCATIVE]) {
    const stem = word.replace(ending, "");
    if (stem !== word && stem.length >= MIN_STEM_LENGTH) return stem;
  }
  return word;
}
