import type { FragmentType } from "@apollo/client";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import type { ContextType, ReactNode } from "react";
import { HighlightContext, PromptGrid } from "../prompt";
import { PagedList, type PagedListProps } from "./PagedList";

interface PromptListProps extends Omit<PagedListProps, "count" | "children"> {
  /** Stands within the cards. */
  band?: ReactNode;
  highlights?: ContextType<typeof HighlightContext> | undefined;
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
}

/** The cards of a list, page by page. */
export function PromptList({ prompts, band, highlights = [], ...list }: PromptListProps) {
  return (
    <PagedList {...list} count={prompts.length}>
      {(grid) => (
        <HighlightContext value={highlights}>
          <PromptGrid ref={grid} prompts={prompts} band={band} />
        </HighlightContext>
      )}
    </PagedList>
  );
}
