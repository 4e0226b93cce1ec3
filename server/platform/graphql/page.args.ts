import { ArgsType, Field, Int } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { MAX_CURSOR_LENGTH } from "./cursor";
import { TextCaps } from "./text-caps";

const SIZE = `0 to ${String(LIMITS.pageSize)}. Neither \`first\` nor \`last\` means \`first: ${String(LIMITS.defaultPageSize)}\`; with both, the last of the first.`;

const OF_LIST = "of the same list: with the same parent, filter and order. Else BAD_USER_INPUT.";

/** The arguments of every connection. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `How many to return from the start of the list, ${SIZE} Else BAD_USER_INPUT.`,
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: `Return what comes after this cursor ${OF_LIST}`,
  })
  @TextCaps({ maxLength: MAX_CURSOR_LENGTH })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many to return from the end of the list, ${SIZE} Else BAD_USER_INPUT.`,
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: `Return what comes before this cursor ${OF_LIST}`,
  })
  @TextCaps({ maxLength: MAX_CURSOR_LENGTH })
  before?: string | null;
}
