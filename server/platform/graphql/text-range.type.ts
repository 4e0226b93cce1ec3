import { Field, Int, ObjectType } from "type-graphql";
import { Access } from "./access";

@Access("public")
@ObjectType({ simpleResolvers: true, description: "A part of a text." })
export class TextRange {
  @Field(() => Int, { description: "Where it begins, in UTF-16 code units." })
  start!: number;

  @Field(() => Int, { description: "Where it ends: the first code unit after it." })
  end!: number;
}
