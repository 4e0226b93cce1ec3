/**
 * Normalizing a run of combining marks takes quadratic time in its length. No language stacks more than the 30 of UAX #15
 * (Stream-Safe Text Format).
 */
export const MAX_MARKS_IN_A_ROW = 30;

/** With the two half-width letters that normalize to marks. */
const MARKS = /[\p{M}\uff9e\uff9f]/gu;
/** Runs of marks, with the invisible and control characters between them: whoever removes those joins the marks. */
const RUNS_OF_MARKS = /(?:[\p{M}\uff9e\uff9f\p{Default_Ignorable_Code_Point}]|(?![\n\r\t])\p{Cc})+/gu;

/** As many marks as a text may have in a row, and one more if there is one. A run without end is read no further than that. */
const FIRST_MARKS = new RegExp(
  String.raw`(?:[\p{M}\uff9e\uff9f](?:(?![\p{M}\n\r\t])[\p{Default_Ignorable_Code_Point}\p{Cc}])*){1,${MAX_MARKS_IN_A_ROW}}([\p{M}\uff9e\uff9f])?`,
  "gu",
);

/** Whether a text has more marks in a row than any language needs. Takes linear time. */
export function hasLongRunOfMarks(text: string): boolean {
  for (const [, oneMore] of text.matchAll(FIRST_MARKS)) if (oneMore !== undefined) return true;
  return false;
}

/** Removes the marks beyond the first `limit` of each run. Takes linear time. */
export function cutRunsOfMarks(text: string, limit = MAX_MARKS_IN_A_ROW): string {
  return text.replace(RUNS_OF_MARKS, (run) => {
    if (run.length <= limit) return run;
    let count = 0;
    return run.replace(MARKS, (mark) => ((count += 1) <= limit ? mark : ""));
  });
}
