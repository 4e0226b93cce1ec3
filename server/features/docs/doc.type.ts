import { Field, ID, Int, ObjectType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { LocaleEnum } from "../../platform/graphql/enums";
import { TextRange } from "../../platform/graphql/text-range.type";
import { type DocHeadingText } from "./doc-markdown";
import type { DocsVersion, StoredDoc, StoredPost, StoredText } from "./docs-content";

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A heading in a page of the docs." })
export class DocHeading {
  @Field(() => String, { description: "The id of its element in the HTML, the same in all languages." })
  id!: string;

  @Field(() => Int, { description: "2, or 3 for a heading below one of those." })
  level!: number;

  @Field(() => String, { description: "Its words." })
  text!: string;
}

@Access("public")
@ObjectType({ description: "A page of the docs in short, where others lead to it." })
export class DocLink {
  constructor(
    private readonly doc: StoredDoc,
    private readonly version: DocsVersion,
  ) {}

  @Field(() => String, {
    description: 'Its address below /docs/: "" for the first page. That of an older version begins with its name.',
  })
  get path(): string {
    return this.version.addressOf(this.doc.path);
  }

  @Field(() => String, { description: "Its title, in the language that was asked for." })
  get title(): string {
    return this.doc.title;
  }

  @Field(() => String, { description: "What it is about, in a sentence." })
  get description(): string {
    return this.doc.description;
  }
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "Pages of the docs that belong together." })
export class DocGroup {
  @Field(() => String, { description: "Names it, the same in all languages." })
  slug!: string;

  @Field(() => String, { description: "Its name for people." })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: "What its pages are about, for a page of its own at /docs/category/{slug}. Null: it has none.",
  })
  description!: string | null;

  @Field(() => [DocLink], { description: "Its pages, in the order in which to read them." })
  pages!: DocLink[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A tag of pages of the docs." })
export class DocTag {
  @Field(() => String, { description: "Names it, the same in all languages. Its page is /docs/tags/{slug}." })
  slug!: string;

  @Field(() => String, { description: "Its name for people." })
  label!: string;

  @Field(() => [DocLink], { description: "The pages with it." })
  pages!: DocLink[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A version of the docs." })
export class DocVersion {
  @Field(() => String, { description: 'Names it: "current", or the release that an older one is of.' })
  name!: string;

  @Field(() => String, { description: "Its name for people: the release that it is of." })
  label!: string;

  @Field(() => Boolean, { description: "Whether it is of the newest release." })
  isLast!: boolean;

  @Field(() => String, { description: "Its address within a language." })
  path!: string;

  @Field(() => ID, { description: "Of its first page." })
  mainDocId!: string;
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The docs as a whole, in one language." })
export class DocsSite {
  @Field(() => [DocGroup], { description: "All pages, in groups, in the order in which to read them." })
  sidebar!: DocGroup[];

  @Field(() => [DocTag], { description: "The tags that pages have, by their labels." })
  tags!: DocTag[];

  @Field(() => [DocVersion], { description: "All versions, the newest first." })
  versions!: DocVersion[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A section of the docs that a search has found." })
export class DocHit {
  @Field(() => DocLink, { description: "The page that it is on." })
  page!: DocLink;

  @Field(() => String, { description: "The name of the group of the page." })
  group!: string;

  @Field(() => String, { nullable: true, description: "The heading. Null above the first one." })
  heading!: string | null;

  @Field(() => String, { nullable: true, description: "The id of the heading's element. Null above the first one." })
  anchor!: string | null;

  @Field(() => [TextRange], { description: "Where the heading has words of the query." })
  headingHighlights!: TextRange[];

  @Field(() => String, {
    description: "A part of its text, about 180 characters around the first word that was found.",
  })
  excerpt!: string;

  @Field(() => [TextRange], { description: "Where the excerpt has words of the query." })
  highlights!: TextRange[];

  @Field(() => LocaleEnum, { description: "The language of the text: English where the asked one lacks it." })
  locale!: Locale;
}

/** Where the addresses in a text lead. */
export interface Addresses {
  (html: string): string;
}

/** What a page of the docs and a post have in common. */
abstract class Text {
  constructor(
    protected readonly text: StoredText,
    private readonly addresses: Addresses,
  ) {}

  protected get placedHtml(): string {
    return this.addresses(this.text.html);
  }
}

@Access("public")
@ObjectType({ description: "A page of the docs in one language." })
export class Doc extends Text {
  constructor(
    readonly stored: StoredDoc,
    readonly version: DocsVersion,
    /** The language that was asked for. */
    readonly shownIn: Locale,
    addresses: Addresses,
  ) {
    super(stored, addresses);
  }

  @Field(() => ID, { description: "Names the page in the language that was asked for." })
  get id(): string {
    return `${this.shownIn}/${this.path}`;
  }

  @Field(() => String, {
    description: 'Its address below /docs/, the same in every language. "" for the first page.',
  })
  get path(): string {
    return this.version.addressOf(this.stored.path);
  }

  @Field(() => String, { description: "The slug of its group in the sidebar." })
  get sidebar(): string {
    return this.stored.group;
  }

  @Field(() => LocaleEnum, {
    description:
      "The language of the text: English where the asked one lacks it. The title may be translated all the same.",
  })
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
    description:
      "The text as HTML that is safe to show. Links to pages of this site begin with a slash and lead to the language that was asked for.",
  })
  get html(): string {
    return this.placedHtml;
  }

  @Field(() => [DocHeading], { description: "The headings of levels 2 and 3, in the order of the text." })
  get toc(): DocHeadingText[] {
    return this.stored.headings;
  }

  @Field(() => String, { description: "Its file in the source code, below docs-content/." })
  get file(): string {
    return this.stored.file;
  }

  @Field(() => Date, { description: "The day of the last change of the English text." })
  get updatedAt(): Date {
    return this.stored.updatedAt;
  }
}

@Access("public")
@ObjectType({ description: "News about the site." })
export class Post extends Text {
  constructor(
    readonly stored: StoredPost,
    readonly shownIn: Locale,
    addresses: Addresses,
  ) {
    super(stored, addresses);
  }

  @Field(() => ID, { description: "Names the post in the language that was asked for." })
  get id(): string {
    return `${this.shownIn}/${this.stored.path}`;
  }

  @Field(() => String, { description: "Names it, the same in every language. Its page is /blog/{slug}." })
  get slug(): string {
    return this.stored.path;
  }

  @Field(() => LocaleEnum, { description: "The language of the text: English where the asked one lacks it." })
  get locale(): Locale {
    return this.stored.locale;
  }

  @Field(() => String, { description: "Its heading, which is not part of the HTML." })
  get title(): string {
    return this.stored.title;
  }

  @Field(() => String, { description: "Its point, in a sentence." })
  get description(): string {
    return this.stored.description;
  }

  @Field(() => String, { description: "The text as HTML that is safe to show, as that of `Doc`." })
  get html(): string {
    return this.placedHtml;
  }

  @Field(() => Date, { description: "The day on which it was published." })
  get publishedAt(): Date {
    return this.stored.publishedAt;
  }
}
