import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { ChangesNoPage } from "../../platform/graphql/page-mutations";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { PAGE_LOCALE, pageUrl } from "../../platform/graphql/page-url";
import { badInputError } from "../../platform/domain/domain-error";
import { AllowCrossOrigin } from "../../platform/graphql/cross-origin";
import { atMost } from "../../platform/rate-limit/limit-words";
import { Tag, tagStore } from "../tag";
import { User, userLoader } from "../user";
import { parsePromptId } from "./prompt-id";
import { readPickOfTheDay } from "./pick.reader";
import { promptText } from "./prompt-body.loader";
import { LOCALES_ASKED, PromptsArgs, PromptsByIdsArgs, textLocales, TEXTS } from "./prompt.input";
import { loadNeighbors, loadPrompt, promptTextLoader, promptTextsLoader } from "./prompt.loader";
import { readPromptPage } from "./prompt.reader";
import { textReader } from "./prompt.row";
import { COPIES, recordCopy } from "./prompt.service";
import { Prompt, PromptConnection, PromptOriginEnum, PromptPayload, PromptText } from "./prompt.type";
import { relatedLoader } from "./related.loader";
import { readRemovedPrompts } from "./removed-prompt.reader";
import { RemovedPrompt, RemovedPromptConnection, RemovedPromptsArgs } from "./removed-prompt.type";

/** Hundreds of candidates are compared, however few are requested. */
const RELATED_COST = 10;

/** In tags of pages. */
const PLACES = { [PromptOriginEnum.LIBRARY]: "library", [PromptOriginEnum.COMMUNITY]: "community" } as const;

const REMOVED = `The prompts that are no longer public, the earliest removal first; not those that are public again. The list is kept for good. The description of the schema says how to keep a copy of all prompts up to date by it. Let \`since\` be five minutes before the last run began: a removal can become visible a little later than its time says.`;

const LOCALE_ASKED = { description: "The language to answer in." };

@Resolver(() => Prompt)
export class PromptResolver {
  @Access("public")
  @Query(() => PromptConnection, { description: "Public prompts, of the library and of members unless filtered." })
  prompts(@Args(() => PromptsArgs) args: PromptsArgs, @Ctx() context: RequestContext): Promise<Connection<Prompt>> {
    const { origin, query } = args.filter ?? {};
    for (const place of origin ? ([PLACES[origin]] as const) : Object.values(PLACES)) {
      context.shows(`list:${place}`);
      if (query) context.shows(`texts:${place}`);
    }
    return readPromptPage(context.dataSource, args);
  }

  @Access("public")
  @Query(() => RemovedPromptConnection, { description: REMOVED })
  removedPrompts(
    @Args(() => RemovedPromptsArgs) args: RemovedPromptsArgs,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<Connection<RemovedPrompt>> {
    return readRemovedPrompts(dataSource, args);
  }

  @Access("public")
  @Query(() => Prompt, {
    nullable: true,
    description: "The prompt of that number; null when there is none that the caller may see.",
  })
  async prompt(
    @Arg("id", () => ID, { description: "Its number." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Prompt | null> {
    const number = parsePromptId(id);
    return number === undefined ? null : loadPrompt(context, number);
  }

  @Access("public")
  @Query(() => [Prompt], {
    nullable: "items",
    description: "The prompts of these numbers, in their order; null for each that the caller may not see.",
  })
  async promptsByIds(
    @Args(() => PromptsByIdsArgs) { ids }: PromptsByIdsArgs,
    @Ctx() context: RequestContext,
  ): Promise<(Prompt | null)[]> {
    if (ids.length > LIMITS.promptsByIds)
      throw badInputError(`"ids" may have at most ${String(LIMITS.promptsByIds)} entries.`, "ids");
    return Promise.all(ids.map((id) => this.prompt(id, context)));
  }

  @Access("public")
  @Query(() => Prompt, {
    nullable: true,
    description:
      "A prompt of the library that is quickly filled in, another one each day (UTC), and the same for everyone; null when the library has none.",
  })
  pickOfTheDay(@Ctx() { dataSource }: RequestContext): Promise<Prompt | null> {
    return readPickOfTheDay(dataSource, new Date());
  }

  @Access("public")
  @Mutation(() => PromptPayload, {
    description: `Records that the caller copied a prompt. Counted once per visitor, prompt and day. NOT_FOUND for a prompt that is not public. ${atMost("per network address", [COPIES])} Open to pages of other sites.`,
  })
  @AllowCrossOrigin()
  @ChangesNoPage()
  async recordCopy(
    @Arg("promptId", () => ID, { description: "The prompt's number." }) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const id = await recordCopy(context.dataSource, context.actor, parsePromptId(promptId));
    return { prompt: await loadPrompt(context, id), problems: [] };
  }

  @FieldResolver(() => User, { nullable: true, description: "Who wrote it; null in the library." })
  author(@Root() prompt: Prompt, @Ctx() context: RequestContext): User | null | Promise<User> {
    if (prompt.authorId === null) return null;
    return prompt.preloadedAuthor ?? context.loader(userLoader).load(prompt.authorId);
  }

  @FieldResolver(() => PromptText, {
    description: "Its text in a language; if it has none, in English, else in its source language.",
  })
  async text(
    @Root() prompt: Prompt,
    @Arg("locale", () => LocaleEnum, LOCALE_ASKED) locale: Locale,
    @Ctx() context: RequestContext,
  ): Promise<PromptText> {
    const promptId = Number(prompt.id);
    const head =
      prompt.preloadedText?.requested === locale
        ? prompt.preloadedText.head
        : await context
            .loader(promptTextLoader)
            .load({ promptId, requested: locale, reader: textReader(context.actor) });
    return promptText(context, head, { promptId, locale: head.locale, revision: null });
  }

  @FieldResolver(() => [PromptText], { description: `Its texts. ${TEXTS}` })
  async texts(
    @Root() prompt: Prompt,
    @Arg("locales", () => [LocaleEnum], LOCALES_ASKED) asked: Locale[] | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<PromptText[]> {
    const promptId = Number(prompt.id);
    const reader = textReader(context.actor);
    const heads = await context.loader(promptTextsLoader).load({ promptId, locales: textLocales(asked), reader });
    return heads.map((head) => promptText(context, head, { promptId, locale: head.locale, revision: null }));
  }

  @FieldResolver(() => String, { description: "The address of its page." })
  url(
    @Root() { id }: Prompt,
    @Arg("locale", () => LocaleEnum, PAGE_LOCALE) locale: Locale | null | undefined,
    @Ctx() context: RequestContext,
  ): string {
    return pageUrl(context, locale, promptPath(id));
  }

  @FieldResolver(() => [Tag], { description: "Its tags." })
  async tags(@Root() prompt: Prompt, @Ctx() context: RequestContext): Promise<Tag[]> {
    const store = await tagStore(context.dataSource);
    return prompt.tagIds.flatMap((id) => store.byId(id) ?? []).map((tag) => new Tag(tag));
  }

  @FieldResolver(() => [Prompt], {
    complexity: RELATED_COST,
    description:
      "Public prompts on the same subjects: those that share the rarer tags and have few others first; then by support and nearness of number.",
  })
  async related(
    @Root() prompt: Prompt,
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 6,
      description: "How many, 0 to 12 (else BAD_USER_INPUT).",
    })
    size: number | null,
    @Ctx() context: RequestContext,
  ): Promise<Prompt[]> {
    const first = size ?? 6;
    if (first < 0 || first > LIMITS.relatedPrompts)
      throw badInputError(`"first" must be between 0 and ${String(LIMITS.relatedPrompts)}.`, "first");
    return (await context.loader(relatedLoader).load(Number(prompt.id))).slice(0, first);
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    description:
      "The public prompt with the next lower number. Of a prompt that only its author sees, it is their own one.",
  })
  async previous(@Root() prompt: Prompt, @Ctx() context: RequestContext): Promise<Prompt | null> {
    return (await loadNeighbors(context, prompt)).previous;
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    description:
      "The public prompt with the next higher number. Of a prompt that only its author sees, it is their own one.",
  })
  async next(@Root() prompt: Prompt, @Ctx() context: RequestContext): Promise<Prompt | null> {
    return (await loadNeighbors(context, prompt)).next;
  }
}
