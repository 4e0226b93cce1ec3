import { Args, Ctx, Extensions, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { PromptCopyArgs } from "./own-prompt.input";
import { ALL_TEXTS_COST } from "./own-prompt.limits";
import { LIMITED } from "./own-prompts.resolver";
import { parsePromptId } from "./prompt-id";
import { loadPrompt } from "./prompt.loader";
import { Prompt, PromptPayload } from "./prompt.type";
import { createPromptCopy } from "./saved-copy.service";

@Resolver(() => Prompt)
export class SavedCopyResolver {
  @Access("write")
  @Extensions({ complexity: ALL_TEXTS_COST })
  @Mutation(() => PromptPayload, {
    description: `Stores a public prompt, of the library or a member's, as a new private one of the viewer's: its texts and tags as they are now, without the tag \`favorite\`. NOT_FOUND for a prompt that is not public. Counts as a createPrompt, and as a write for each of its texts. ${LIMITED}`,
  })
  async createPromptCopy(
    @Args(() => PromptCopyArgs) { promptId, idempotencyKey }: PromptCopyArgs,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const key = idempotencyKey || undefined;
    const id = await createPromptCopy(context.dataSource, context.actor, parsePromptId(promptId), key);
    return { prompt: await loadPrompt(context, id), problems: [] };
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    description:
      "The prompt that it was copied from by `createPromptCopy`; null if it is no copy, and if the viewer may not see that prompt any more.",
  })
  copyOf(@Root() { copiedId }: Prompt, @Ctx() context: RequestContext): Promise<Prompt | null> | null {
    return copiedId === null ? null : loadPrompt(context, copiedId);
  }
}
