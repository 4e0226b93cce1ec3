import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import { requireMember } from "../../platform/domain/access";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { ChangesNoPage } from "../../platform/graphql/page-mutations";
import { RequestContext } from "../../platform/graphql/context";
import { atMost } from "../../platform/rate-limit/limit-words";
import { Viewer, ViewerPayload, viewerOf } from "../account";
import { loadPrompt, parsePromptId, Prompt, PromptPayload } from "../prompt";
import { countHiddenFavorites, hasFavoritedLoader, readFavoritePage } from "./favorite.reader";
import { addFavorite, MAX_FAVORITES, moveFavorite, removeFavorite, WRITES } from "./favorite.service";
import { type Favorite, FavoriteConnection, FavoritesArgs } from "./favorite.type";

const PROMPT_ID = { description: "The prompt's number." };
const LIMITED = atMost("per account", [WRITES]);

/** As a connection's total. */
const COUNT_COST = 20;

@Resolver(() => Prompt)
export class FavoriteResolver {
  @Access("write")
  @Mutation(() => PromptPayload, {
    description: `Adds a prompt at the top of the viewer's favourites, unless it is among them. NOT_FOUND for one that the viewer may not see, TOO_MANY past ${MAX_FAVORITES.toLocaleString("en")}. ${LIMITED}`,
  })
  @ChangesNoPage()
  async addFavorite(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const id = parsePromptId(promptId);
    const problems = await addFavorite(context.dataSource, context.actor, id);
    return { prompt: problems.length > 0 || id === undefined ? null : await loadPrompt(context, id), problems };
  }

  @Access("write")
  @Mutation(() => PromptPayload, {
    description: `Takes a prompt from the viewer's favourites. Its \`prompt\` is null if the viewer may not see it any more. NOT_FOUND for one that is not there and that the viewer may not see. ${LIMITED}`,
  })
  @ChangesNoPage()
  async removeFavorite(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const id = parsePromptId(promptId);
    await removeFavorite(context.dataSource, context.actor, id);
    return { prompt: id === undefined ? null : await loadPrompt(context, id), problems: [] };
  }

  @Access("write")
  @Mutation(() => ViewerPayload, {
    description: `Moves one of the viewer's favourites. NOT_FOUND if it, or \`beforePromptId\`, is not among them. ${LIMITED}`,
  })
  @ChangesNoPage()
  async moveFavorite(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Arg("beforePromptId", () => ID, {
      nullable: true,
      description: "The number of the favourite in front of which it is to stand; the end of the list if not given.",
    })
    beforePromptId: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const target = beforePromptId == null ? null : parsePromptId(beforePromptId);
    await moveFavorite(context.dataSource, context.actor, parsePromptId(promptId), target);
    return { viewer: await viewerOf(context), problems: [] };
  }

  @FieldResolver(() => Boolean, { description: "Whether it is among the viewer's favourites; false for a visitor." })
  viewerHasFavorited(@Root() prompt: Prompt, @Ctx() context: RequestContext): boolean | Promise<boolean> {
    const { actor } = context;
    if (actor.kind === "visitor") return false;
    return context.loader(hasFavoritedLoader).load({ userId: actor.userId, promptId: Number(prompt.id) });
  }
}

/** The fields that this feature adds to `Viewer`. */
@Resolver(() => Viewer)
export class ViewerFavoritesResolver {
  @Access("read")
  @FieldResolver(() => FavoriteConnection, {
    description:
      "The viewer's favourites, of the library and of members. One whose author does not share it any more is left out, and returns when it is shared again.",
  })
  favorites(
    @Args(() => FavoritesArgs) args: FavoritesArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Connection<Favorite>> {
    return readFavoritePage(dataSource, requireMember(actor), args);
  }
}

@Resolver(() => FavoriteConnection)
export class FavoriteConnectionResolver {
  @Access("read")
  @FieldResolver(() => Int, {
    complexity: COUNT_COST,
    description: "How many favourites are left out because they are not shared at present.",
  })
  hiddenCount(@Ctx() { dataSource, actor }: RequestContext): Promise<number> {
    return countHiddenFavorites(dataSource, requireMember(actor));
  }
}
