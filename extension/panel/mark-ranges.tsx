import type { ReactNode } from "react";

/** A text with its ranges marked. */
export function markRanges(text: string, ranges: readonly { start: number; end: number }[] = []): ReactNode {
  let done = 0;
  return [
    ...ranges.flatMap(({ start, end }) => [
      text.slice(done, start),
      <mark key={start}>{text.slice(start, (done = end))}</mark>,
    ]),
    text.slice(done),
  ];
}
