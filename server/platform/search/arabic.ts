/** The definite article with its possible prefixes: ال وال فال بال كال وبال, and لل (li + al). */
const ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{L}{3})/u;
/** لل may also absorb the first letter of the word: للغة is ل + اللغة. */
const LI_ARTICLE = /^[وف]?لل(?=\p{L}{2})/u;

/** The possible forms of a folded Arabic word without its article; empty if it has none. */
export function formsWithoutArticle(word: string): string[] {
  const forms: string[] = [];
  if (ARTICLE.test(word)) forms.push(word.replace(ARTICLE, ""));
  if (LI_ARTICLE.test(word)) forms.push(word.replace(LI_ARTICLE, "ل"));
  return forms;
}
