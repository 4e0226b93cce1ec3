import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { loadPrompt, parsePromptId, Prompt, PromptPayload } from "../prompt";
import { voteLoader } from "./vote.loader";
import { vote } from "./vote.service";
import { VoteValue } from "./vote.type";

@Resolver(() => Prompt)
export class VoteResolver {
  @Access("write")
  @Mutation(() => PromptPayload, {
    description:
      "Votes for or against a public prompt, or takes the vote back: a member has one vote a prompt. The same vote again changes nothing. CANNOT_VOTE_OWN for the viewer's own prompts, NOT_FOUND for one that is not public; a vote on one that no longer is can still be taken back, and `prompt` is null then. At most 600 votes an hour and account (RATE_LIMITED with `retryAfter` in seconds).",
  })
  async vote(
    @Arg("promptId", () => ID, { description: "The prompt's number." }) promptId: string,
    @Arg("value", () => VoteValue, { description: "The vote; NONE takes it back." }) value: VoteValue,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const id = parsePromptId(promptId);
    const problems = await vote(context.dataSource, context.actor, id, value);
    return { prompt: problems.length > 0 || id === undefined ? null : await loadPrompt(context, id), problems };
  }

  @FieldResolver(() => VoteValue, { description: "The viewer's vote; NONE for a visitor." })
  viewerVote(@Root() prompt: Prompt, @Ctx() context: RequestContext): VoteValue | Promise<VoteValue> {
    const { actor } = context;
    if (actor.kind === "visitor") return VoteValue.NONE;
    return context.loader(voteLoader).load({ userId: actor.userId, promptId: Number(prompt.id) });
  }
}
