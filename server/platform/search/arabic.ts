/** The article with what may be written before it: ال وال فال بال كال وبال, and لل (li + al). */
const ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{L}{3})/u;
/** لل may also hide the first letter of the word: للغة is ل + اللغة. */
const LI_ARTICLE = /^[وف]?لل(?=\p{L}{2})/u;

/** What a folded Arabic word may be without its article; none when it has none. */
export function withoutArticle(word: string): string[] {
  const bare: string[] = [];
  if (ARTICLE.test(word)) bare.push(word.replace(ARTICLE, ""));
  if (LI_ARTICLE.test(word)) bare.push(word.replace(LI_ARTICLE, "ل"));
  return bare;
}
