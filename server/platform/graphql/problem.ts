import { Field, Int, ObjectType, registerEnumType } from "type-graphql";

/** What a person can put right. The client words it, by action and code. Codes are added with the features that need them. */
export enum ProblemCode {
  REQUIRED = "REQUIRED",
  TOO_LONG = "TOO_LONG",
}

registerEnumType(ProblemCode, {
  name: "ProblemCode",
  description: "What is wrong with an input, for a client to word in its own language.",
  valuesConfig: {
    REQUIRED: { description: "The field is missing or blank." },
    TOO_LONG: { description: "The field is longer than `limit`, counted in grapheme clusters." },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: "One thing that a person can put right. The payload's data is null then.",
})
export class Problem {
  @Field(() => ProblemCode, { description: "What is wrong." })
  code!: ProblemCode;

  @Field(() => String, {
    nullable: true,
    description: "The input field, as a dotted path; null where it is none in particular.",
  })
  field!: string | null;

  @Field(() => Int, { nullable: true, description: "The limit that was passed, where there is one." })
  limit!: number | null;
}
