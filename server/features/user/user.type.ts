import { Field, ID, Int, ObjectType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { DateTime } from "../../platform/graphql/scalars";

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A member as everyone sees them." })
export class User {
  @Field(() => ID, { description: "Stable; the username may change." })
  id!: string;

  @Field(() => String, { description: "The public name." })
  username!: string;

  @Field(() => DateTime, { description: "When the account was made." })
  createdAt!: Date;

  @Field(() => Int, { description: "How many prompts the member shares with everyone." })
  promptCount!: number;
}

export const UserConnection = connectionOf("User", () => User);
