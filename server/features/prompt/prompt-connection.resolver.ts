import { FieldResolver, Resolver, Root } from "type-graphql";
import type { PromptEdge, PromptPage } from "./prompt.reader";
import { PromptSearch, SearchHighlight, SearchModeEnum } from "./prompt-search.type";
import { PromptConnection } from "./prompt.type";

@Resolver(() => PromptConnection)
export class PromptConnectionResolver {
  @FieldResolver(() => PromptSearch, {
    nullable: true,
    description: "How the query was read; null for a list without one.",
  })
  search(@Root() page: Partial<PromptPage>): PromptSearch | null {
    if (!page.search) return null;
    const { mode, hasAll, correctedQuery } = page.search;
    return Object.assign(new PromptSearch(), { mode: SearchModeEnum[mode], hasAll, correctedQuery });
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether `totalCount` is all there are: that of a search stops at 1,000, and that of a list of public prompts at 10,000.",
  })
  totalCountIsExact(@Root() page: Partial<PromptPage>): boolean | Promise<boolean> {
    return page.totalCountIsExact?.() ?? true;
  }
}

@Resolver(() => PromptConnection.Edge)
export class PromptEdgeResolver {
  @FieldResolver(() => SearchHighlight, {
    nullable: true,
    description:
      "The places in its title and remark that match the query; null without a query, and if there are none.",
  })
  highlights(@Root() edge: Partial<PromptEdge>): Promise<SearchHighlight | null> | null {
    return edge.readHighlights?.() ?? null;
  }
}
