import { Field, ID, Int, ObjectType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { LocaleEnum } from "../../platform/graphql/enums";
import type { Heading } from "../../platform/markdown/headings";
import type { StoredDoc } from "./doc.store";

/** The heading levels in a table of contents. */
const TOC_LEVELS = [2, 3];

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A heading in a page of the docs." })
export class DocHeading {
  @Field(() => String, { description: "The id of its element in the HTML." })
  id!: string;

  @Field(() => Int, { description: "2, or 3 for a heading below one of those." })
  level!: number;

  @Field(() => String, { description: "Its words." })
  text!: string;
}

@Access("public")
@ObjectType({ description: "A page of the docs in one language." })
export class Doc {
  constructor(readonly stored: StoredDoc) {}

  @Field(() => ID, { description: "Names the page in its language." })
  get id(): string {
    return `${this.stored.locale}/${this.stored.path}`;
  }

  @Field(() => String, { description: "Its address below /docs/, the same in every language." })
  get path(): string {
    return this.stored.path;
  }

  @Field(() => LocaleEnum, { description: "The language that it is written in: English where the asked one lacks it." })
  get locale(): Locale {
    return this.stored.locale;
  }

  @Field(() => String, { description: "Its heading, which is not part of the HTML." })
  get title(): string {
    return this.stored.title;
  }

  @Field(() => String, { description: "What it is about, in a sentence." })
  get description(): string {
    return this.stored.description;
  }

  @Field(() => String, {
    description: "The text as HTML that is safe to show. Links to other pages of the docs are relative to its address.",
  })
  get html(): string {
    return this.stored.html;
  }

  @Field(() => [DocHeading], { description: "The headings of levels 2 and 3, in the order of the text." })
  get toc(): Heading[] {
    return this.stored.headings.filter(({ level }) => TOC_LEVELS.includes(level));
  }

  @Field(() => Date, { description: "The day of the last change of what it says." })
  get updatedAt(): Date {
    return this.stored.updatedAt;
  }
}
