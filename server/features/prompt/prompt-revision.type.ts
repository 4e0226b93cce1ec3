import { Field, Int, ObjectType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { LocaleEnum } from "../../platform/graphql/enums";
import { DateTime } from "../../platform/graphql/scalars";
import { Tag } from "../tag";

@Access("read")
@ObjectType({ description: "A former version of a prompt. Only its author can see it." })
export class PromptRevision {
  @Field(() => Int, { simple: true, description: "From 1 on; for `restorePromptRevision`." })
  number!: number;

  @Field(() => DateTime, { simple: true, description: "When this version was written." })
  createdAt!: Date;

  @Field(() => [LocaleEnum], { simple: true, description: "The languages it had a text in." })
  languages!: Locale[];

  @Field(() => [Tag], { simple: true, description: "Its tags." })
  tags!: Tag[];

  // Not part of the schema; used by its resolvers.
  promptId!: number;
  sourceLocale!: Locale;
}

export const PromptRevisionConnection = connectionOf("PromptRevision", () => PromptRevision);
