const MAX_ID = 2_147_483_647;

/** Parses a prompt's number; undefined unless it is valid and in canonical form. */
export function parsePromptId(id: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
  const number = Number(id);
  return number <= MAX_ID ? number : undefined;
}
