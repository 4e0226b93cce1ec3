/** The field that a lexeme occurs in: title, remark, text. */
export type Weight = "A" | "B" | "C";

/** Quotes a lexeme for tsvector and tsquery literals. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}
