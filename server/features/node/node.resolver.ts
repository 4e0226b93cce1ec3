import { Arg, Args, ArgsType, Ctx, Field, ID, Query, Resolver } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { parseId } from "../../platform/graphql/ids";
import { Node } from "../../platform/graphql/node.type";
import { TextCaps } from "../../platform/graphql/text-caps";
import { loadComment } from "../comment";
import { loadPrompt, parsePromptId } from "../prompt";
import { Tag, tagStore } from "../tag";
import { authorLoader } from "../user";

const FOUND = "prompts, comments and tags, and members who share a prompt";

@ArgsType()
export class NodesArgs {
  @Field(() => [ID], {
    description: `Ids of whatever type, at most ${String(LIMITS.promptsByIds)} (else BAD_USER_INPUT).`,
  })
  @TextCaps({ maxItems: LIMITS.promptsByIds })
  ids!: string[];
}

/** Relay's Global Object Identification: everything public by its id. */
@Resolver()
export class NodeResolver {
  @Access("public")
  @Query(() => Node, {
    nullable: true,
    description: `What has this id, as Relay asks for it: ${FOUND}; null for what is not there, or not for the caller.`,
  })
  node(@Arg("id", () => ID, { description: "Its id, of whatever type." }) id: string, @Ctx() context: RequestContext) {
    return load(context, id);
  }

  @Access("public")
  @Query(() => [Node], {
    nullable: "items",
    description: `What has these ids, in their order: ${FOUND}; null for each that is not there, or not for the caller.`,
  })
  nodes(@Args(() => NodesArgs) { ids }: NodesArgs, @Ctx() context: RequestContext): Promise<(Node | null)[]> {
    return Promise.all(ids.map((id) => load(context, id)));
  }
}

async function load(context: RequestContext, given: string): Promise<Node | null> {
  const { type, id } = parseId(given) ?? {};
  if (id === undefined) return null;
  switch (type) {
    case "Prompt": {
      const number = parsePromptId(id);
      return number === undefined ? null : loadPrompt(context, number);
    }
    case "Comment": {
      const comment = await loadComment(context, id);
      if (comment) context.shows(`comments:${comment.promptId ?? "feedback"}`);
      return comment;
    }
    case "User":
      return /^[1-9]\d{0,17}$/.test(id) ? context.loader(authorLoader).load(id) : null;
    case "Tag": {
      const stored = (await tagStore(context.dataSource)).bySlug(id);
      return stored ? new Tag(stored) : null;
    }
    default:
      return null;
  }
}
