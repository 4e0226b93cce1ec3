import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { authorPath } from "../../../contract/pages";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { PAGE_LOCALE, pageUrl } from "../../platform/graphql/page-url";
import { UsersArgs } from "./user.input";
import { readAuthor, readUserPage } from "./user.reader";
import { User, UserConnection } from "./user.type";

@Resolver(() => User)
export class UserResolver {
  @Access("public")
  @Query(() => UserConnection, { description: "The members who share at least one prompt." })
  users(@Args(() => UsersArgs) args: UsersArgs, @Ctx() context: RequestContext): Promise<Connection<User>> {
    return readUserPage(context.dataSource, args);
  }

  @Access("public")
  @Query(() => User, {
    nullable: true,
    description:
      "The author of that name, in any spelling that counts as the same; null when nobody of that name shares a prompt.",
  })
  user(
    @Arg("username", () => String, { description: "The public name." }) username: string,
    @Ctx() context: RequestContext,
  ): Promise<User | null> {
    return readAuthor(context.dataSource, username);
  }

  @FieldResolver(() => String, { description: "The address of the page with the prompts that the member shares." })
  url(
    @Root() { username }: User,
    @Arg("locale", () => LocaleEnum, PAGE_LOCALE) locale: Locale | null | undefined,
    @Ctx() context: RequestContext,
  ): string {
    return pageUrl(context, locale, authorPath(username));
  }
}
