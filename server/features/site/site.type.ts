import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { DateTime } from "../../platform/graphql/scalars";
import type { Locale } from "../../../contract/locales";
import type { SiteLinks } from "../../../contract/site-links";

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A link that the site's owner configured." })
export class SiteLink {
  @Field(() => String, { description: "The name of where it leads." })
  label!: string;

  @Field(() => String, { description: "An absolute address." })
  href!: string;
}

export enum SiteIconKind {
  MESSAGING_GROUP = "MESSAGING_GROUP",
  CHAT_SERVER = "CHAT_SERVER",
  QQ_GROUP = "QQ_GROUP",
  SOURCE_REPOSITORY = "SOURCE_REPOSITORY",
}

registerEnumType(SiteIconKind, {
  name: "SiteIconKind",
  description: "What an icon link leads to.",
  valuesConfig: {
    MESSAGING_GROUP: { description: "A group in a messenger." },
    CHAT_SERVER: { description: "A chat server." },
    QQ_GROUP: { description: "A QQ group." },
    SOURCE_REPOSITORY: { description: "The source code." },
  },
});

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A link shown as an icon." })
export class SiteIcon {
  @Field(() => SiteIconKind, { description: "What it leads to." })
  kind!: SiteIconKind;

  @Field(() => String, { description: "An absolute address." })
  href!: string;
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A chat site that accepts a prompt in its address." })
export class ChatTarget {
  @Field(() => String, { description: "The site's name." })
  label!: string;

  @Field(() => String, { description: "The address of a new chat; `{prompt}` stands for the percent-encoded text." })
  href!: string;

  @Field(() => Int, { description: "The most bytes that the percent-encoded text may have." })
  maxLength!: number;
}

@Access("public")
@ObjectType("RateLimit", {
  simpleResolvers: true,
  description:
    "The caller's budget of a minute, as in the headers `X-RateLimit-Limit`, `-Remaining`, `-Used` and `-Reset`: of a network address, or of an account, for its sessions and apart from them for its API tokens.",
})
export class RateLimitType {
  @Field(() => Int, { description: "The points that this operation costs." })
  cost!: number;

  @Field(() => Int, { description: "The points of a minute." })
  limit!: number;

  @Field(() => Int, { description: "The points that are left after this operation." })
  remaining!: number;

  @Field(() => DateTime, { description: "When all points are there again." })
  resetAt!: Date;
}

@Access("public")
@ObjectType({ description: "A message above every page until the reader dismisses it." })
export class Announcement {
  constructor(readonly configured: NonNullable<SiteLinks["announcement"]>) {}

  @Field(() => String, { description: "Dismissal is remembered by it." })
  get key(): string {
    return this.configured.id;
  }

  @Field(() => String, { nullable: true, description: "Where it leads." })
  get href(): string | null {
    return this.configured.href ?? null;
  }

  textIn(locale: Locale): string {
    return this.configured.text[locale] ?? this.configured.text.en;
  }
}

@Access("public")
@ObjectType({ description: "What the site's owner configured." })
export class Site {
  constructor(readonly configured: SiteLinks) {}

  @Field(() => [SiteLink], { description: "External tools." })
  get tools(): SiteLink[] {
    return [...this.configured.tools];
  }

  @Field(() => [SiteLink], { description: "Places to talk with the community." })
  get communityLinks(): SiteLink[] {
    return [...this.configured.feedback];
  }

  @Field(() => [SiteIcon], { description: "Links shown as icons; only those that are configured." })
  get icons(): SiteIcon[] {
    const { messagingGroup, chatServer, qqGroup, sourceRepository } = this.configured.icons;
    const all: [SiteIconKind, string | undefined][] = [
      [SiteIconKind.MESSAGING_GROUP, messagingGroup],
      [SiteIconKind.CHAT_SERVER, chatServer],
      [SiteIconKind.QQ_GROUP, qqGroup],
      [SiteIconKind.SOURCE_REPOSITORY, sourceRepository],
    ];
    return all.flatMap(([kind, href]) => (href === undefined ? [] : { kind, href }));
  }

  @Field(() => [ChatTarget], { description: "Chat sites that a prompt can be opened in." })
  get chatTargets(): ChatTarget[] {
    return [...this.configured.chatTargets];
  }

  @Field(() => Announcement, { nullable: true, description: "The current announcement, if there is one." })
  get announcement(): Announcement | null {
    return this.configured.announcement && new Announcement(this.configured.announcement);
  }
}
