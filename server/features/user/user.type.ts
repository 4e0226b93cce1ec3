import { Field, ID, Int, ObjectType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { Node } from "../../platform/graphql/node.type";
import { DateTime } from "../../platform/graphql/scalars";

@Access("public")
@ObjectType({ simpleResolvers: true, implements: Node, description: "A member as everyone sees them." })
export class User extends Node {
  @Field(() => ID, { description: "Stable; the username may change." })
  override id!: string;

  @Field(() => String, { description: "The public name." })
  username!: string;

  @Field(() => DateTime, { description: "When the account was made." })
  createdAt!: Date;

  @Field(() => Int, { description: "How many prompts the member shares with everyone." })
  promptCount!: number;
}

export const UserConnection = connectionOf("User", () => User);
