/** More than two lines can show. */
const READ = 600;

/** The beginning of a comment without the signs of its Markdown, for a line or two. What looks like one and is none, stays. */
export function plainWords(markdown: string): string {
  return markdown
    .slice(0, READ)
    .replace(/^ {0,3}(?:```|~~~).*$/gm, "")
    .replace(/^[ \t|:]*-{3,}[-\s|:]*$/gm, "")
    .replace(/^[ \t]*\|(.+?)\|?[ \t]*$/gm, (_, cells: string) =>
      cells
        .split("|")
        .map((cell) => cell.trim())
        .join(" · "),
    )
    .replace(/^(?:[ \t]*(?:>|#{1,6}(?= )|[-*+](?= )))+[ \t]*/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_\n]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replace(/(`+)([^`\n]+)\1/g, "$2")
    .trim();
}
