import { Field, ObjectType, registerEnumType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { TextRange } from "../../platform/graphql/text-range.type";

export enum SearchModeEnum {
  ALL = "ALL",
  CLOSEST = "CLOSEST",
}

registerEnumType(SearchModeEnum, {
  name: "SearchMode",
  description: "What the prompts of a search have in common with its query.",
  valuesConfig: {
    ALL: { description: "Every word, except fillers such as “how do I”." },
    CLOSEST: {
      description: "Too few have every word: after those, the ones that have most, the rarer words counting more.",
    },
  },
});

@Access("public")
@ObjectType({
  simpleResolvers: true,
  description: "Where a prompt has words of a search, in its text in the list's locale.",
})
export class SearchHighlight {
  @Field(() => [TextRange], { description: "In the title, in order." })
  title!: TextRange[];

  @Field(() => [TextRange], { description: "In the remark, in order." })
  remark!: TextRange[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "How the query of a search was read." })
export class PromptSearch {
  @Field(() => SearchModeEnum, { description: "What the prompts of the list have in common with the query." })
  mode!: SearchModeEnum;

  @Field(() => Boolean, { description: "Whether any prompt of the list has all words; false also when it is empty." })
  hasAll!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      "What was searched for instead, because no prompt of the list has the words as they are: words of public prompts; null otherwise, and for the viewer's own prompts. `asTyped` of the filter prevents it.",
  })
  correctedQuery!: string | null;
}
