import { ArgsType, Extensions, Field, ID, InputType, registerEnumType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { LocaleEnum, OrderDirection } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";
import { DateTime } from "../../platform/graphql/scalars";
import { wordsBeyondUsual } from "../../platform/search";
import { TextCaps } from "../../platform/graphql/text-caps";
import { PromptOriginEnum } from "./prompt.type";

export enum PromptOrderField {
  ID = "ID",
  SHARED_AT = "SHARED_AT",
  UPDATED_AT = "UPDATED_AT",
  UPVOTE_DIFFERENCE = "UPVOTE_DIFFERENCE",
  RELEVANCE = "RELEVANCE",
}

registerEnumType(PromptOrderField, {
  name: "PromptOrderField",
  description: "What prompts can be sorted by.",
  valuesConfig: {
    ID: { description: "The number: the order in which prompts were made." },
    SHARED_AT: {
      description:
        "When it was first shared. Only for members' public prompts, with `filter.origin: COMMUNITY` or of one author (else BAD_USER_INPUT).",
    },
    UPDATED_AT: {
      description:
        "`updatedAt`. Ascending it is the order in which a copy is brought up to date, with `filter.updatedSince`.",
    },
    UPVOTE_DIFFERENCE: { description: "The support: upvotes less downvotes." },
    RELEVANCE: {
      description:
        "How well the words of `filter.query` match: all of them first, rarer words and those in titles before others; then by support. Only with a query (else BAD_USER_INPUT), and then the default.",
    },
  },
});

export enum TagMatch {
  ANY = "ANY",
  ALL = "ALL",
}

registerEnumType(TagMatch, {
  name: "TagMatch",
  description: "How several tags of a filter combine.",
  valuesConfig: { ANY: { description: "At least one of the tags." }, ALL: { description: "Every one of the tags." } },
});

/** A search may have to scan a third of all texts. */
const SEARCH_COST = 1000;
/** For each word beyond the usual: with four, and counted and looked beyond, a search still fits into a request. */
const WORD_COST = 125;

function searchCost(query: unknown): number {
  return SEARCH_COST + WORD_COST * (typeof query === "string" ? wordsBeyondUsual(query) : 0);
}

@InputType({ description: "Which prompts a list holds. Conditions combine with AND." })
export class PromptFilter {
  @Field(() => String, {
    nullable: true,
    description:
      "What to look for in title, remark, text and tags, in the list's locale, in English, or in `filter.locale`; the last word may be unfinished. `search` of the connection says how it was read. At most 200 grapheme clusters and 1600 UTF-16 code units (else BAD_USER_INPUT). Blank: no condition. Costs 1000 of the 5000 that a request may cost, 125 more for each word from the ninth to the twelfth, lone Chinese and Japanese characters counting as two, and as much again each for `totalCount` and `pageInfo`.",
  })
  @TextCaps({ maxLength: LIMITS.searchQuery * 8 })
  @Extensions({ complexity: searchCost })
  query?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether words of `query` that no prompt has are searched for all the same, and not as the nearest ones that are.",
  })
  asTyped?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: "Slugs of tags, at most 27. A slug that no tag has matches nothing. Empty: no condition.",
  })
  tags?: string[] | null;

  @Field(() => TagMatch, { nullable: true, description: "How several tags combine; ANY when it is not given." })
  tagMatch?: TagMatch | null;

  @Field(() => PromptOriginEnum, { nullable: true, description: "Only prompts from there." })
  origin?: PromptOriginEnum | null;

  @Field(() => String, {
    nullable: true,
    description: "Only prompts of the member with this username. An unknown one has none.",
  })
  author?: string | null;

  @Field(() => LocaleEnum, { nullable: true, description: "Only prompts that have a text in this language." })
  locale?: Locale | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "Only prompts whose `updatedAt` is at or after this moment. `removedPrompts` has those that went since.",
  })
  updatedSince?: Date | null;
}

@InputType({ description: "A sort of prompts." })
export class PromptOrder {
  @Field(() => PromptOrderField, { description: "What to sort by." })
  field!: PromptOrderField;

  @Field(() => OrderDirection, { description: "In which direction." })
  direction!: OrderDirection;
}

const ORDER_DESCRIPTION =
  "The sort; by support, highest first, when it is not given, and by relevance where there is a query.";

@ArgsType()
export class PromptsArgs extends PageArgs {
  @Field(() => LocaleEnum, {
    description: "The language to search in. It does not filter: `filter.locale` does.",
  })
  locale!: Locale;

  @Field(() => PromptFilter, {
    nullable: true,
    description: "Which prompts; all public ones of both origins when it is not given.",
  })
  filter?: PromptFilter | null;

  @Field(() => PromptOrder, { nullable: true, description: ORDER_DESCRIPTION })
  orderBy?: PromptOrder | null;
}

@ArgsType()
export class UserPromptsArgs extends PageArgs {
  @Field(() => PromptOrder, { nullable: true, description: "The sort; newest first when it is not given." })
  orderBy?: PromptOrder | null;
}

@ArgsType()
export class PromptsByIdsArgs {
  @Field(() => [ID], { description: "Numbers of prompts, at most 100 (else BAD_USER_INPUT)." })
  ids!: string[];
}

/** What a field with all texts says of them. */
export const TEXTS = "Those of the languages asked for that there are, in alphabetical order; no other one instead.";

/** The argument of such a field. The query cost knows its name. */
export const LOCALES_ASKED = { nullable: true, description: "The languages to answer in; all when it is not given." };

/** As in `Prompt.locales`. */
const ALPHABETICAL = LOCALE_CODES.toSorted();

/** The languages that are asked for, each once. */
export function textLocales(asked: readonly Locale[] | null | undefined): readonly Locale[] {
  return asked == null ? ALPHABETICAL : ALPHABETICAL.filter((code) => asked.includes(code));
}
