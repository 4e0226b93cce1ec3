/** The field that a lexeme occurs in: title, remark, text, and words that are not shown. */
export type Weight = "A" | "B" | "C" | "D";

/** Quotes a lexeme for tsvector and tsquery literals. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}
