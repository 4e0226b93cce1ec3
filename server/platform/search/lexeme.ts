/** The field of a lexeme: title, remark, text. */
export type Weight = "A" | "B" | "C";

/** A lexeme as tsvector and tsquery literals quote it. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}
