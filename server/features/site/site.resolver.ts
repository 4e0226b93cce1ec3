import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { PRODUCT_NAME } from "../../../contract/product";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import type { BudgetState } from "../../platform/http/work-budget";
import { Announcement, RateLimitType, Site } from "./site.type";

@Resolver(() => Site)
export class SiteResolver {
  @Access("public")
  @Query(() => Site, { description: "The site's configuration: links, tools, chat targets, announcement." })
  site(@Ctx() { links }: RequestContext): Site {
    return new Site(links);
  }

  @Access("public")
  @Query(() => RateLimitType, {
    nullable: true,
    description: "The cost of this operation, and the rest of the caller's budget; null if the site has no limit.",
  })
  rateLimit(@Ctx() { budget }: RequestContext): BudgetState | null {
    return budget;
  }

  @FieldResolver(() => String, { description: "The product's name." })
  name(): string {
    return PRODUCT_NAME;
  }

  @FieldResolver(() => Int, { description: "How many prompts the curated library holds." })
  async promptCount(@Ctx() { dataSource }: RequestContext): Promise<number> {
    const rows = await readRows<{ count: number }>(
      dataSource,
      `select count(*)::int as count from prompt where listed and origin = 'LIBRARY'`,
    );
    return rows[0]?.count ?? 0;
  }
}

@Resolver(() => Announcement)
export class AnnouncementResolver {
  @FieldResolver(() => String, { description: "What it says; in English where it has no text in that language." })
  text(
    @Root() announcement: Announcement,
    @Arg("locale", () => LocaleEnum, { description: "The language of the answer." }) locale: Locale,
  ): string {
    return announcement.textIn(locale);
  }
}
