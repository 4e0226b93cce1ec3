import { ArgsType, Field, InputType, registerEnumType } from "type-graphql";
import { OrderDirection } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";

export enum TagOrderField {
  SLUG = "SLUG",
  PROMPT_COUNT = "PROMPT_COUNT",
}

registerEnumType(TagOrderField, {
  name: "TagOrderField",
  description: "What tags can be sorted by.",
  valuesConfig: {
    SLUG: { description: "The slug, by code point." },
    PROMPT_COUNT: { description: "How many public prompts carry the tag." },
  },
});

@InputType({ description: "A sort of tags." })
export class TagOrder {
  @Field(() => TagOrderField, { description: "What to sort by." })
  field!: TagOrderField;

  @Field(() => OrderDirection, { description: "In which direction." })
  direction!: OrderDirection;
}

@ArgsType()
export class TagsArgs extends PageArgs {
  @Field(() => TagOrder, { nullable: true, description: "The sort; by slug, ascending, when it is not given." })
  orderBy?: TagOrder | null;
}
