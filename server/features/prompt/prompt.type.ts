import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { connectionOf } from "../../platform/graphql/connection";
import { LocaleEnum } from "../../platform/graphql/enums";
import type { Problem } from "../../platform/domain/problem";
import { Access } from "../../platform/graphql/access";
import { ProblemType } from "../../platform/graphql/problem.type";
import { Node } from "../../platform/graphql/node.type";
import { DateTime } from "../../platform/graphql/scalars";
import type { User } from "../user";
import type { PromptRow, TextBodyRow, TextHeadRow } from "./prompt.row";

export enum PromptOriginEnum {
  LIBRARY = "LIBRARY",
  COMMUNITY = "COMMUNITY",
}

registerEnumType(PromptOriginEnum, {
  name: "PromptOrigin",
  description: "Where a prompt comes from.",
  valuesConfig: {
    LIBRARY: {
      description:
        "The curated library: no author. Always in English, and in each other language that it is translated into.",
    },
    COMMUNITY: { description: "A member wrote it." },
  },
});

@Access("public")
@ObjectType({ simpleResolvers: true, implements: Node, description: "A prompt template for an AI model." })
export class Prompt extends Node {
  @Field(() => ID, {
    description: "Its number, as in its address: below 1001 in the library, from 1001 on a member's.",
  })
  override id!: string;

  @Field(() => PromptOriginEnum, { description: "Where it comes from." })
  origin!: PromptOriginEnum;

  @Field(() => [LocaleEnum], {
    description: "The languages it has a text in, in alphabetical order, as in `texts`.",
  })
  locales!: Locale[];

  @Field(() => LocaleEnum, { description: "The language it was first written in." })
  sourceLocale!: Locale;

  @Field(() => Boolean, { description: "Whether its author shares it with everyone. Always true in the library." })
  shared!: boolean;

  @Field(() => Int, { description: "Members who voted for it." })
  upvotes!: number;

  @Field(() => Int, { description: "Members who voted against it." })
  downvotes!: number;

  @Field(() => Int, { description: "Its support: upvotes less downvotes." })
  upvoteDifference!: number;

  @Field(() => Int, { description: "Members who keep it among their favourites." })
  favoriteCount!: number;

  @Field(() => Int, { description: "How often it was copied, counted once per visitor and day." })
  copyCount!: number;

  @Field(() => Int, { description: "Comments on it, replies included." })
  commentCount!: number;

  @Field(() => DateTime, { description: "When it was made." })
  createdAt!: Date;

  @Field(() => DateTime, {
    description:
      "When its texts or tags last changed, or it last became public. In the library: when the site got the changed texts. Counters and the name of the author do not change it.",
  })
  updatedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it was first shared; null if never, and in the library.",
  })
  sharedAt!: Date | null;

  @Field(() => Boolean, {
    description: "Whether the people who run the site have hidden it. Only its author can see it then.",
  })
  hidden!: boolean;

  // Not part of the schema; used by its resolvers.
  authorId!: string | null;
  /** The number of the prompt that it was copied from: whether that is public is not known here. */
  copiedId!: number | null;
  tagIds!: readonly number[];
  /** The text that a list query read along with the row, without its body, and the locale requested. */
  preloadedText?: { requested: Locale; head: TextHeadRow };
  preloadedAuthor?: User;
}

export const PromptConnection = connectionOf("Prompt", () => Prompt);

@Access("public")
@ObjectType("PromptVariable", {
  simpleResolvers: true,
  description: "A blank that the reader fills in before using a prompt.",
})
export class PromptVariableType {
  @Field(() => String, { description: "Its name in the text. In the library the same in every language." })
  name!: string;

  @Field(() => String, {
    description: "The label to show, in the language of the text; the name if there is no label.",
  })
  label!: string;

  @Field(() => String, { nullable: true, description: "The value used if it is left blank." })
  default!: string | null;
}

/** The cost of a text on top of its object: each alias repeats the whole text in the response. */
export const TEXT_COST = 2;
/** The cost of segmenting a text into grapheme clusters. */
export const EXCERPT_COST = 10;

@Access("public")
@ObjectType({ description: "The words of a prompt in one language." })
export class PromptText {
  @Field(() => ID, {
    description:
      "Unique among the ids of all types, so that caches keep its fields together. That of the current text in a language stays when the text changes.",
  })
  readonly id: string;

  /**
   * @param key where it is stored
   * @param body reads the long parts
   * @param spend is called with the length of each text written to the response
   */
  constructor(
    id: string,
    private readonly head: TextHeadRow,
    readonly key: string,
    readonly body: () => Promise<TextBodyRow>,
    readonly spend: (length: number) => void,
  ) {
    this.id = id;
  }

  @Field(() => LocaleEnum, {
    description: "The language of this text; differs from the requested one if that is missing.",
  })
  get locale(): Locale {
    return this.head.locale;
  }

  @Field(() => String, { description: "The title, at most 120 grapheme clusters." })
  get title(): string {
    return this.head.title;
  }

  @Field(() => String, {
    nullable: true,
    complexity: TEXT_COST,
    description: "When to use it, at most 500 grapheme clusters.",
  })
  get remark(): string | null {
    this.spend(this.head.remark?.length ?? 0);
    return this.head.remark;
  }

  @Field(() => String, {
    nullable: true,
    complexity: TEXT_COST,
    description: "Notes on its source and use, at most 5,000 grapheme clusters.",
  })
  async notes(): Promise<string | null> {
    const { notes } = await this.body();
    this.spend(notes?.length ?? 0);
    return notes;
  }

  @Field(() => String, {
    complexity: TEXT_COST,
    description:
      "The whole text, at most 20,000 grapheme clusters, with its variables as `{{name}}`, `{{name:default}}`, `{{name|label}}` or `{{name|label:default}}`. A name has letters, digits, spaces, `_`, `-` and apostrophes between letters, 60 UTF-16 code units at most. Other braces are text, and so are those in a code span, a code fence or a formula, directly after `$`, `=`, a third brace or a word with a backslash, unless a bar ends the name or label: `{{name|}}`. `\\{{name}}` stands for the braces themselves.",
  })
  async content(): Promise<string> {
    const { content } = await this.body();
    this.spend(content.length);
    return content;
  }
}

@Access("public")
@ObjectType("PromptPayload", { simpleResolvers: true, description: "The result of changing a prompt." })
export class PromptPayload {
  @Field(() => Prompt, { nullable: true, description: "The prompt after the change; null when there are problems." })
  prompt!: Prompt | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];

  @Field(() => Prompt, {
    nullable: true,
    description:
      "Of the public prompts with the same text the one with the lowest number: why the change was refused (DUPLICATE), or why a prompt that `undoDeletePrompt` brought back is private now. Null otherwise.",
  })
  duplicateOf?: Prompt | null;

  @Field(() => Prompt, {
    nullable: true,
    description: "With CONFLICT the newest version of the prompt, which was not changed. Null otherwise.",
  })
  newest?: Prompt | null;
}

@Access("public")
@ObjectType("DeletePromptPayload", { simpleResolvers: true, description: "The result of deleting a prompt." })
export class DeletePromptPayload {
  @Field(() => DateTime, {
    nullable: true,
    description: "Until when `undoDeletePrompt` brings it back; null when there are problems.",
  })
  undoableUntil!: Date | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

export function toPrompt(row: PromptRow): Prompt {
  return Object.assign(new Prompt(), {
    id: String(row.id),
    origin: PromptOriginEnum[row.origin],
    authorId: row.author_id,
    sourceLocale: row.source_locale,
    locales: row.languages,
    tagIds: row.tag_ids,
    shared: row.origin === "LIBRARY" || row.shared,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    upvoteDifference: row.upvote_difference,
    favoriteCount: row.favorite_count,
    copyCount: row.copy_count,
    commentCount: row.comment_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sharedAt: row.shared_at,
    hidden: row.hidden,
    copiedId: row.copy_of,
  });
}
