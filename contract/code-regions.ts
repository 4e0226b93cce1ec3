/** A part of a text, from `start` to before `end`, in UTF-16 code units. */
interface Region {
  start: number;
  end: number;
}

/** The first line of a fence: also of one in a list or a quotation. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:(`{3,})[^`]*|(~{3,}).*)$/;
/** As many write it: "My code: ```js". */
const FENCE_AFTER_WORDS = /^[^`]*[^`\\](`{3,})[\w+#-]*[ \t]*$/;

/** In code units. Without a limit, a text of openings takes square time. */
const MAX_FORMULA = 500;
const FORMULA = new RegExp(
  [
    String.raw`\$\$[^$]{1,${MAX_FORMULA}}\$\$`,
    String.raw`\$[^$\n]{1,${MAX_FORMULA}}\$`,
    String.raw`\\\([^]{1,${MAX_FORMULA}}?\\\)`,
    String.raw`\\\[[^]{1,${MAX_FORMULA}}?\\\]`,
  ].join("|"),
  "g",
);
/** Amounts of money stand between dollars too, and Markdown escapes brackets. */
const IN_FORMULA = /\\[a-z]|\^|_\{/i;

/** Tells of ascending places in a Markdown text whether they are in a code fence, a code span or a formula. */
export function codeFinder(content: string): (index: number) => boolean {
  let regions: Region[] | undefined;
  let next = 0;
  let codeEnd = 0;
  return (index) => {
    regions ??= [...fencesAndSpans(content), ...formulas(content)].sort((one, other) => one.start - other.start);
    for (let region = regions[next]; region && region.start <= index; region = regions[next]) {
      codeEnd = Math.max(codeEnd, region.end);
      next++;
    }
    return index < codeEnd;
  };
}

function* fencesAndSpans(content: string): Generator<Region, void> {
  if (!/[`~]/.test(content)) return;
  let fence: { start: number; signs: string } | undefined;
  let paragraph = 0;
  let start = 0;
  for (const line of content.split("\n")) {
    const end = start + line.length;
    if (fence) {
      // The last signs often stand after the last word of the code.
      if (line.trimEnd().endsWith(fence.signs)) {
        yield { start: fence.start, end };
        fence = undefined;
        paragraph = end;
      }
    } else {
      const signs = openingSigns(line, content, end);
      if (signs !== undefined) {
        yield* spansIn(content, paragraph, start);
        fence = { start: end, signs };
      } else if (line.trim() === "") {
        yield* spansIn(content, paragraph, start);
        paragraph = end;
      }
    }
    start = end + 1;
  }
  // A fence that is not closed reaches to the end, also where a text was cut.
  if (fence) yield { start: fence.start, end: content.length };
  else yield* spansIn(content, paragraph, content.length);
}

function openingSigns(line: string, content: string, end: number): string | undefined {
  const [, backticks, tildes] = FENCE.exec(line) ?? [];
  const signs = backticks ?? tildes;
  if (signs !== undefined) return signs;
  const [, later] = FENCE_AFTER_WORDS.exec(line) ?? [];
  return later !== undefined && content.includes(later, end) ? later : undefined;
}

/** The code spans of a paragraph. A span ends at the next run of as many backticks. */
function* spansIn(content: string, from: number, to: number): Generator<Region, void> {
  const runs = [...content.slice(from, to).matchAll(/`+/g)].map(({ index, 0: { length } }) => ({
    start: from + index,
    length,
  }));
  const lastOf = new Map(runs.map(({ length }, index) => [length, index]));
  for (let index = 0; index < runs.length; index++) {
    const opening = runs[index];
    if (!opening || content[opening.start - 1] === "\\" || lastOf.get(opening.length) === index) continue;
    do index++;
    while (runs[index]?.length !== opening.length);
    yield { start: opening.start, end: (runs[index]?.start ?? opening.start) + opening.length };
  }
}

function* formulas(content: string): Generator<Region, void> {
  for (const { index, 0: formula } of content.matchAll(FORMULA))
    if (IN_FORMULA.test(formula)) yield { start: index, end: index + formula.length };
}
