import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { LocaleEnum } from "../../platform/graphql/enums";
import { DateTime } from "../../platform/graphql/scalars";
import { Tag } from "../tag";
import type { PromptPart } from "./prompt-revision.entity";

const PromptPartEnum = {
  TITLE: "title",
  CONTENT: "content",
  REMARK: "remark",
  NOTES: "notes",
  TAGS: "tags",
  LOCALES: "languages",
} as const satisfies Record<string, PromptPart>;

registerEnumType(PromptPartEnum, {
  name: "PromptPart",
  description: "A part of a prompt that a version can change.",
  valuesConfig: {
    TITLE: { description: "The title, in at least one language." },
    CONTENT: { description: "The text, in at least one language." },
    REMARK: { description: "The remark, in at least one language." },
    NOTES: { description: "The notes, in at least one language." },
    TAGS: { description: "The tags." },
    LOCALES: { description: "The languages that it has a text in." },
  },
});

@Access("read")
@ObjectType({ description: "A former version of a prompt. Only its author can see it." })
export class PromptRevision {
  @Field(() => Int, { simple: true, description: "From 1 on; for `restorePromptRevision`." })
  number!: number;

  @Field(() => DateTime, { simple: true, description: "When this version was written." })
  createdAt!: Date;

  @Field(() => [LocaleEnum], { simple: true, description: "The languages it had a text in." })
  locales!: Locale[];

  @Field(() => [PromptPartEnum], {
    simple: true,
    description:
      "What it changed. Empty for the first version, and where the version before it is not kept any more or is from before this was recorded.",
  })
  changes!: PromptPart[];

  @Field(() => [Tag], { simple: true, description: "Its tags." })
  tags!: Tag[];

  // Not part of the schema; used by its resolvers.
  promptId!: number;
  sourceLocale!: Locale;
}

export const PromptRevisionConnection = connectionOf("PromptRevision", () => PromptRevision);
