import { FieldResolver, Resolver, Root } from "type-graphql";
import type { PromptPage } from "./prompt.reader";
import { PromptSearch, SearchModeEnum } from "./prompt-search.type";
import { PromptConnection } from "./prompt.type";

@Resolver(() => PromptConnection)
export class PromptConnectionResolver {
  @FieldResolver(() => PromptSearch, {
    nullable: true,
    description: "How the query was read; null for a list without one.",
  })
  search(@Root() page: Partial<PromptPage>): PromptSearch | null {
    if (!page.search || !page.readHighlights) return null;
    const { mode, hasAll, correctedQuery } = page.search;
    const { readHighlights } = page;
    return Object.assign(new PromptSearch(), { mode: SearchModeEnum[mode], hasAll, correctedQuery, readHighlights });
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether `totalCount` is all there are: that of a search stops at 1,000, and that of a list of public prompts at 10,000.",
  })
  totalCountIsExact(@Root() page: Partial<PromptPage>): boolean | Promise<boolean> {
    return page.totalCountIsExact?.() ?? true;
  }
}
