import type { FragmentType } from "@apollo/client";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import type { ReactNode } from "react";
import { type Highlight, PromptGrid } from "../prompt";
import { PagedList, type PagedListProps } from "./PagedList";

interface PromptListProps extends Omit<PagedListProps, "count" | "children"> {
  /** Stands within the cards. */
  band?: ReactNode;
  highlights: ReadonlyMap<string, Highlight>;
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
}

/** The cards of a list, page by page. */
export function PromptList({ prompts, band, highlights, ...list }: PromptListProps) {
  return (
    <PagedList {...list} count={prompts.length}>
      {(grid) => <PromptGrid ref={grid} prompts={prompts} highlights={highlights} band={band} />}
    </PagedList>
  );
}
