/**
 * Hides the buttons from the author, and shows what is displayed by `--own-mark`, already before the page's script runs. The script of
 * the session names the account.
 */
export function ownVoteRule(authorId: string): string {
  return /^u?\d+$/.test(authorId)
    ? `:root[data-signed-in="${authorId}"] [data-author="${authorId}"]{--vote-buttons:none;--vote-edge:transparent;--own-mark:inline}`
    : "";
}
