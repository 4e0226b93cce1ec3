import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { ChangesNoPage } from "../../platform/graphql/page-mutations";
import { RequestContext } from "../../platform/graphql/context";
import { atMost } from "../../platform/rate-limit/limit-words";
import { loadPrompt, parsePromptId, Prompt, PromptPayload } from "../prompt";
import { voteLoader } from "./vote.loader";
import { MAX_VOTES, NEWCOMER_WRITES, vote, WRITES } from "./vote.service";
import { VoteValue } from "./vote.type";

@Resolver(() => Prompt)
export class VoteResolver {
  @Access("write")
  @Mutation(() => PromptPayload, {
    description: `Votes for or against a prompt of the library or of another member, in place of the viewer's former vote on it, or takes that back. One that stops being shared keeps its votes. NOT_FOUND for one that the viewer may not see, CANNOT_VOTE_OWN for the viewer's own, TOO_MANY past votes on ${MAX_VOTES.toLocaleString("en")} prompts. ${atMost("per account", [WRITES], [NEWCOMER_WRITES])}`,
  })
  @ChangesNoPage()
  async vote(
    @Arg("promptId", () => ID, { description: "The prompt's number." }) promptId: string,
    @Arg("value", () => VoteValue, { description: "The vote; NONE takes it back." }) value: VoteValue,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const id = parsePromptId(promptId);
    const problems = await vote(context.dataSource, context.actor, id, value);
    return { prompt: problems.length > 0 || id === undefined ? null : await loadPrompt(context, id), problems };
  }

  @FieldResolver(() => VoteValue, { description: "How the viewer votes on it; NONE for a visitor." })
  viewerVote(@Root() prompt: Prompt, @Ctx() context: RequestContext): VoteValue | Promise<VoteValue> {
    const { actor } = context;
    if (actor.kind === "visitor") return VoteValue.NONE;
    return context.loader(voteLoader).load({ userId: actor.userId, promptId: Number(prompt.id) });
  }
}
