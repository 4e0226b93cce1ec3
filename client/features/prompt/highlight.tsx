import { createContext, Fragment, type ReactNode, useContext } from "react";

interface Range {
  start: number;
  end: number;
}

interface Highlight {
  promptId: string;
  title: readonly Range[];
  remark: readonly Range[];
}

/** Where the prompts of a list have the words that it is searched for. */
export const HighlightContext = createContext<readonly Highlight[]>([]);

export function useHighlight(id: string): Highlight | undefined {
  return useContext(HighlightContext).find(({ promptId }) => promptId === id);
}

/** A text with its ranges marked. */
export function marked(text: string, ranges: readonly Range[] = []): ReactNode {
  let done = 0;
  return (
    <>
      {ranges.map(({ start, end }) => {
        const before = text.slice(done, start);
        done = end;
        return (
          <Fragment key={start}>
            {before}
            <mark>{text.slice(start, end)}</mark>
          </Fragment>
        );
      })}
      {text.slice(done)}
    </>
  );
}
