import { ArgsType, Extensions, Field, ID, InputType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { LocaleEnum } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";
import { DateTime } from "../../platform/graphql/scalars";
import { TextCaps } from "../../platform/graphql/text-caps";
import { TEXT_CAPS } from "./own-prompt.limits";
import { PromptFilter, PromptOrder } from "./prompt.input";

const TITLE = `The title, 1 to ${String(LIMITS.promptTitle)} grapheme clusters, in one line.`;
const CONTENT = `The text, 1 to ${String(LIMITS.promptContent)} grapheme clusters, with at most ${String(LIMITS.promptBlanks)} blanks as \`{{name}}\` and ${String(LIMITS.promptBraces)} times \`{{\`, whose name, label and default have at most ${String(LIMITS.promptBlankPart)} UTF-16 code units each (problems of \`content.blanks\`).`;
const REMARK = `When to use it, at most ${String(LIMITS.promptRemark)} grapheme clusters, in one line.`;
const NOTES = `Notes on its source and use, at most ${String(LIMITS.promptNotes)} grapheme clusters.`;
const TAGS = `Slugs of at most ${String(LIMITS.promptTags)} tags. \`favorite\` marks the picks of the library and is not for members.`;

/** All of a prompt's texts are indexed for the public search. */
const SHARE_COST = 2000;

export const EXPECTED_VERSION =
  "The `updatedAt` of the version that the caller has changed. If there is a newer one, nothing is written, and the problem is CONFLICT. Without it the last writer wins.";

export const IDEMPOTENCY_KEY = `A random text, such as a UUID, that the caller makes for this one prompt: at most ${String(TEXT_CAPS.idempotencyKey)} UTF-16 code units, an empty one is none. If the answer is lost, the same request can be sent again with the same key: there is no second prompt, and the answer is the one that was made first, as it is now, whatever else is given. Each account has keys of its own; they last as long as their prompt is not deleted.`;

@InputType({ description: "A new prompt of the viewer's." })
export class CreatePromptInput {
  @Field(() => LocaleEnum, { description: "The language of the text." })
  locale!: Locale;

  @Field(() => String, { description: TITLE })
  @TextCaps({ maxLength: TEXT_CAPS.title })
  title!: string;

  @Field(() => String, { description: CONTENT })
  @TextCaps({ maxLength: TEXT_CAPS.content })
  content!: string;

  @Field(() => String, { nullable: true, description: REMARK })
  @TextCaps({ maxLength: TEXT_CAPS.remark })
  remark?: string | null;

  @Field(() => String, { nullable: true, description: NOTES })
  @TextCaps({ maxLength: TEXT_CAPS.notes })
  notes?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS })
  @TextCaps({ maxItems: 27 })
  tags?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to share it with everyone at once; false if not given.",
  })
  shared?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  @TextCaps({ maxLength: TEXT_CAPS.idempotencyKey })
  idempotencyKey?: string | null;
}

@InputType({ description: "Changes of one of the viewer's prompts. What is not given, or null, stays as it is." })
export class UpdatePromptInput {
  @Field(() => LocaleEnum, {
    nullable: true,
    description:
      "The language of the text to write; the source language if not given. A language that the prompt does not have yet needs `title` and `content`.",
  })
  locale?: Locale | null;

  @Field(() => String, { nullable: true, description: TITLE })
  @TextCaps({ maxLength: TEXT_CAPS.title })
  title?: string | null;

  @Field(() => String, { nullable: true, description: CONTENT })
  @TextCaps({ maxLength: TEXT_CAPS.content })
  content?: string | null;

  @Field(() => String, { nullable: true, description: `${REMARK} Blank: none.` })
  @TextCaps({ maxLength: TEXT_CAPS.remark })
  remark?: string | null;

  @Field(() => String, { nullable: true, description: `${NOTES} Blank: none.` })
  @TextCaps({ maxLength: TEXT_CAPS.notes })
  notes?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS })
  @TextCaps({ maxItems: 27 })
  tags?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is shared with everyone. Costs 2000 more of the 5000 that a request may cost.",
  })
  @Extensions({ complexity: SHARE_COST })
  shared?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description: EXPECTED_VERSION,
  })
  expectedUpdatedAt?: Date | null;
}

@ArgsType()
export class PromptCopyArgs {
  @Field(() => ID, { description: "The prompt's number." })
  promptId!: string;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  @TextCaps({ maxLength: TEXT_CAPS.idempotencyKey })
  idempotencyKey?: string | null;
}

@ArgsType()
export class OwnPromptsArgs extends PageArgs {
  @Field(() => LocaleEnum, { description: "The reader's language: what is searched, and read along for `text`." })
  locale!: Locale;

  @Field(() => PromptFilter, { nullable: true, description: "Which of them; all when it is not given." })
  filter?: PromptFilter | null;

  @Field(() => PromptOrder, {
    nullable: true,
    description: "The sort; newest first when it is not given, and by relevance where there is a query.",
  })
  orderBy?: PromptOrder | null;
}
