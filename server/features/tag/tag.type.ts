import { Field, Int, ObjectType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { Node } from "../../platform/graphql/node.type";
import type { StoredTag } from "./tag.store";

@Access("public")
@ObjectType({ implements: Node, description: "A category of prompts." })
export class Tag extends Node {
  constructor(
    readonly stored: StoredTag,
    /** Set if the tag's row was read; otherwise the count is loaded. */
    readonly preloadedPromptCount?: number,
  ) {
    super();
    this.id = stored.slug;
  }

  @Field(() => String, {
    description: "Its name in addresses and filters: lower-case ASCII, the same in every language.",
  })
  get slug(): string {
    return this.stored.slug;
  }

  @Field(() => Int, { description: "How many prompts of the library carry it." })
  get libraryPromptCount(): number {
    return this.stored.libraryCount;
  }
}

export const TagConnection = connectionOf("Tag", () => Tag);
