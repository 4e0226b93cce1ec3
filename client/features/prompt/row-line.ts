/** A text within one line: a dot parts the items of its lists, unless a sentence ends there. The mark before each means nothing. */
export function rowLine(text: string): string {
  return text.replace(/([.:;。：；])?\s*\n\s*[-*•]\s/g, (_, stop = " ·") => `${stop} `);
}
