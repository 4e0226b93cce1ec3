import { Field, Int, ObjectType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { LocaleEnum } from "../../platform/graphql/enums";
import { DateTime } from "../../platform/graphql/scalars";
import { Tag } from "../tag";
import type { PromptTextRow } from "./prompt.row";

@Access("read")
@ObjectType({ description: "A former version of a prompt. Only its author can see it." })
export class PromptRevision {
  @Field(() => Int, { simple: true, description: "From 1 on; for `restorePromptRevision`." })
  number!: number;

  @Field(() => DateTime, { simple: true, description: "When this version was written." })
  createdAt!: Date;

  @Field(() => [LocaleEnum], { description: "The languages it had a text in." })
  get languages(): Locale[] {
    return this.texts.map(({ locale }) => locale);
  }

  @Field(() => [Tag], { simple: true, description: "Its tags." })
  tags!: Tag[];

  // Not part of the schema; used by its resolvers.
  texts!: readonly PromptTextRow[];
  sourceLocale!: Locale;
}

export const PromptRevisionConnection = connectionOf("PromptRevision", () => PromptRevision);
