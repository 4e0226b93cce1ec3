import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { FALLBACK_LOCALE } from "../../../contract/locales";
import type { Connection } from "../../platform/graphql/connection";
import { RequestContext } from "../../platform/graphql/context";
import { OrderDirection } from "../../platform/graphql/enums";
import { User } from "../user";
import { PromptOrderField, UserPromptsArgs } from "./prompt.input";
import { authorPageLoader, readAuthorPage } from "./prompt.reader";
import { PromptConnection, type Prompt } from "./prompt.type";

/** The fields that this feature adds to `User`. */
@Resolver(() => User)
export class UserPromptsResolver {
  @FieldResolver(() => PromptConnection, { description: "The prompts that the member shares with everyone." })
  prompts(
    @Root() user: User,
    @Args(() => UserPromptsArgs) args: UserPromptsArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Prompt>> {
    context.shows("list:community");
    const orderBy = args.orderBy ?? { field: PromptOrderField.ID, direction: OrderDirection.DESC };
    return readAuthorPage(context.loader(authorPageLoader), user, { ...args, orderBy, locale: FALLBACK_LOCALE });
  }
}
