/**
 * Copies a text. Browsers allow it to a document that has the focus, or in which a person has just pressed something.
 * @param why what is said of it then
 */
export async function copyText<TOutcome>(text: string, why: TOutcome): Promise<TOutcome | "not copied"> {
  try {
    await navigator.clipboard.writeText(text);
    return why;
  } catch {
    return "not copied";
  }
}
