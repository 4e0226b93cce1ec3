import { ArgsType, Field, InputType, registerEnumType } from "type-graphql";
import { OrderDirection } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";

export enum UserOrderField {
  USERNAME = "USERNAME",
  PROMPT_COUNT = "PROMPT_COUNT",
  CREATED_AT = "CREATED_AT",
}

registerEnumType(UserOrderField, {
  name: "UserOrderField",
  description: "What users can be sorted by.",
  valuesConfig: {
    USERNAME: { description: "The username without regard to case, by code point." },
    PROMPT_COUNT: { description: "How many prompts they share." },
    CREATED_AT: { description: "When the account was made." },
  },
});

@InputType({ description: "A sort of users." })
export class UserOrder {
  @Field(() => UserOrderField, { description: "What to sort by." })
  field!: UserOrderField;

  @Field(() => OrderDirection, { description: "In which direction." })
  direction!: OrderDirection;
}

@ArgsType()
export class UsersArgs extends PageArgs {
  @Field(() => UserOrder, { nullable: true, description: "The sort; by username, ascending, when it is not given." })
  orderBy?: UserOrder | null;
}
