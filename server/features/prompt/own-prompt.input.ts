import { ArgsType, Extensions, Field, ID, InputType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { type Locale, LOCALES } from "../../../contract/locales";
import { LocaleEnum } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";
import { COST_LIMIT } from "../../platform/graphql/query-cost";
import { DateTime } from "../../platform/graphql/scalars";
import { TextCaps } from "../../platform/graphql/text-caps";
import { ALL_TEXTS_COST, furtherTextsCost, SHARE_COST, TEXT_CAPS, WRITE_COST } from "./own-prompt.limits";
import { PromptFilter, PromptOrder } from "./prompt.input";

const TITLE = `The title, 1 to ${String(LIMITS.promptTitle)} grapheme clusters, in one line.`;
const CONTENT = `The text, 1 to ${String(LIMITS.promptContent)} grapheme clusters, with at most ${String(LIMITS.promptBlanks)} blanks as \`{{name}}\` and ${String(LIMITS.promptBraces)} times \`{{\`, whose label and default have at most ${String(LIMITS.promptBlankPart)} UTF-16 code units each (problems of \`content.blanks\`).`;
const REMARK = `When to use it, at most ${String(LIMITS.promptRemark)} grapheme clusters, in one line.`;
const NOTES = `Notes on its source and use, at most ${String(LIMITS.promptNotes)} grapheme clusters.`;
const TAGS = `Slugs of at most ${String(LIMITS.promptTags)} tags. \`favorite\` marks the picks of the library and is not for members.`;

const TEXTS = `At most ${String(LOCALES.length)}, each in a language of its own. A problem names the text by its place in the list, from 0: \`texts.1.title\`. Each one costs ${String(WRITE_COST)} of the ${String(COST_LIMIT)} that a request may cost, and all of them ${String(ALL_TEXTS_COST)} at most.`;

export const IDEMPOTENCY_KEY = `A random text, such as a UUID, that the caller makes for this one prompt: at most ${String(TEXT_CAPS.idempotencyKey)} UTF-16 code units, an empty one is none. If the answer is lost, the same request can be sent again with the same key: there is no second prompt, and the answer is the one that was made first, as it is now, whatever else is given. Each account has keys of its own; they last as long as their prompt is not deleted.`;

@InputType({
  description:
    "The words of a prompt in one language. A new one needs `title` and `content`: REQUIRED. Of a text that the prompt has, what is not given, or null, stays as it is.",
})
export class PromptTextInput {
  @Field(() => LocaleEnum, { description: "Its language, which no other text of the same list has." })
  locale!: Locale;

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
}

@ArgsType()
export class CreatePromptArgs {
  @Field(() => [PromptTextInput], { description: `Its texts: at least one. ${TEXTS}` })
  @TextCaps({ maxItems: LOCALES.length })
  @Extensions({ complexity: furtherTextsCost })
  texts!: PromptTextInput[];

  @Field(() => LocaleEnum, {
    nullable: true,
    description:
      "The language that it was written in, one of those of `texts`; that of the first text if not given. Readers of a language that it lacks get English, else this one.",
  })
  sourceLocale?: Locale | null;

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

@ArgsType()
export class UpdatePromptArgs {
  @Field(() => ID, { description: "The prompt's number." })
  promptId!: string;

  @Field(() => [PromptTextInput], {
    nullable: true,
    description: `The texts to write, all or none; the other languages stay as they are. ${TEXTS}`,
  })
  @TextCaps({ maxItems: LOCALES.length })
  @Extensions({ complexity: furtherTextsCost })
  texts?: PromptTextInput[] | null;

  @Field(() => [LocaleEnum], {
    nullable: true,
    description: `Languages whose texts are removed, none of which is in \`texts\`; one that the prompt lacks changes nothing. At least one text stays: REQUIRED. If the source language goes, the first one left in alphabetical order takes its place.`,
  })
  @TextCaps({ maxItems: LOCALES.length })
  removedLocales?: Locale[] | null;

  @Field(() => [String], { nullable: true, description: `${TAGS} Not given, or null: they stay as they are.` })
  @TextCaps({ maxItems: 27 })
  tags?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `Whether it is shared with everyone; it stays as it is if not given, or null. Costs ${String(SHARE_COST)} more of the ${String(COST_LIMIT)} that a request may cost.`,
  })
  @Extensions({ complexity: SHARE_COST })
  shared?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "The `updatedAt` of the version that the caller has changed. If there is a newer one, nothing is written: the problem is CONFLICT, and `newest` is that version. Without it the last writer wins.",
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
  @Field(() => LocaleEnum, {
    description: "The language to search in. It does not filter: `filter.locale` does.",
  })
  locale!: Locale;

  @Field(() => PromptFilter, { nullable: true, description: "Which of them; all when it is not given." })
  filter?: PromptFilter | null;

  @Field(() => PromptOrder, {
    nullable: true,
    description: "The sort; newest first when it is not given, and by relevance where there is a query.",
  })
  orderBy?: PromptOrder | null;
}
