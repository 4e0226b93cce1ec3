const LARGEST = 2_147_483_647;

/** The number of a prompt, or undefined for what is no such number in its one spelling. */
export function parsePromptId(id: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
  const number = Number(id);
  return number <= LARGEST ? number : undefined;
}
