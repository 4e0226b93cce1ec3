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

const FOUND = "a prompt, a comment, a tag, or a member who shares a prompt";

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
    description: `The object with this id: ${FOUND}. Null if there is none, or the caller may not see it. Relay reads objects by it.`,
  })
  node(@Arg("id", () => ID, { description: "Its id, of whatever type." }) id: string, @Ctx() context: RequestContext) {
    return load(context, id);
  }

  @Access("public")
  @Query(() => [Node], {
    nullable: "items",
    description: `The objects with these ids, in the same order, each ${FOUND}. Null for each that there is not, or that the caller may not see.`,
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
