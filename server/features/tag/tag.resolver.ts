import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import type { Connection } from "../../platform/graphql/connection";
import { LocaleEnum } from "../../platform/graphql/enums";
import { TagsArgs } from "./tag.input";
import { tagCountLoader } from "./tag.loader";
import { readTagPage } from "./tag.reader";
import { tagText } from "./tag.store";
import { Tag, TagConnection } from "./tag.type";

@Resolver(() => Tag)
export class TagResolver {
  @Access("public")
  @Query(() => TagConnection, { description: "All tags, also those without prompts." })
  tags(@Args(() => TagsArgs) args: TagsArgs, @Ctx() context: RequestContext): Promise<Connection<Tag>> {
    return readTagPage(context.dataSource, args);
  }

  @FieldResolver(() => String, { description: "Its name for people. Falls back to English." })
  label(
    @Root() tag: Tag,
    @Arg("locale", () => LocaleEnum, { description: "The language of the answer." }) locale: Locale,
  ): string {
    return tagText(tag.stored, locale).label;
  }

  @FieldResolver(() => String, {
    description: "What prompts with this tag are about, in a sentence. Falls back to English.",
  })
  description(
    @Root() tag: Tag,
    @Arg("locale", () => LocaleEnum, { description: "The language of the answer." }) locale: Locale,
  ): string {
    return tagText(tag.stored, locale).description;
  }

  @FieldResolver(() => Int, { description: "How many public prompts carry it, of the library and of members." })
  promptCount(@Root() tag: Tag, @Ctx() context: RequestContext): number | Promise<number> {
    return tag.preloadedPromptCount ?? context.loader(tagCountLoader).load(tag.stored.id);
  }
}
