import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { PageArgs } from "../../platform/graphql/page.args";
import { DateTime } from "../../platform/graphql/scalars";

@Access("public")
@ObjectType({
  simpleResolvers: true,
  description:
    "A prompt that is no longer public: it is not shared any more, deleted or hidden, or its author's account is closed or deleted.",
})
export class RemovedPrompt {
  @Field(() => ID, { description: "The prompt's number." })
  promptId!: string;

  @Field(() => DateTime, { description: "When it stopped being public." })
  removedAt!: Date;
}

export const RemovedPromptConnection = connectionOf("RemovedPrompt", () => RemovedPrompt);

@ArgsType()
export class RemovedPromptsArgs extends PageArgs {
  @Field(() => DateTime, { description: "Only those that were removed at or after this moment." })
  since!: Date;
}
