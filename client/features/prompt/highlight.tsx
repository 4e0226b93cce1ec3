import type { ReactNode } from "react";

interface Range {
  start: number;
  end: number;
}

/** Where the title and the remark of a prompt have the words that a list is searched for. */
export interface Highlight {
  title: readonly Range[];
  remark: readonly Range[];
}

/** A text with its ranges marked. */
export function marked(text: string, ranges: readonly Range[] = []): ReactNode {
  let done = 0;
  return [
    ...ranges.flatMap(({ start, end }) => [
      text.slice(done, start),
      <mark key={start}>{text.slice(start, (done = end))}</mark>,
    ]),
    text.slice(done),
  ];
}
