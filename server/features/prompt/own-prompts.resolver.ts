import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { requireMember } from "../../platform/domain/access";
import { DomainError } from "../../platform/domain/domain-error";
import type { Actor } from "../../platform/domain/actor";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { DateTime } from "../../platform/graphql/scalars";
import { PageArgs } from "../../platform/graphql/page.args";
import { atMost, limitWords } from "../../platform/rate-limit/limit-words";
import { Viewer } from "../account";
import { CreatePromptArgs, OwnPromptsArgs, UpdatePromptArgs } from "./own-prompt.input";
import { ALL_TEXTS_COST, NEWCOMER_LIMITS, PROMPT_LIMITS, WRITE_COST } from "./own-prompt.limits";
import {
  createPrompt,
  deletePrompt,
  type PromptResult,
  restorePromptRevision,
  undoDeletePrompt,
  updatePrompt,
} from "./own-prompt.service";
import { parsePromptId } from "./prompt-id";
import { promptText } from "./prompt-body.loader";
import { LOCALES_ASKED, textLocales, TEXTS } from "./prompt.input";
import { loadPrompt } from "./prompt.loader";
import { readPromptPage } from "./prompt.reader";
import { readRevisions, revisionCountLoader, revisionPageLoader, revisionTextLoader } from "./prompt-revision.reader";
import { PromptRevision, PromptRevisionConnection } from "./prompt-revision.type";
import { DeletePromptPayload, Prompt, PromptConnection, PromptPayload, PromptText } from "./prompt.type";

const ID_ARGUMENT = { description: "The prompt's number." };
const OWN_ONLY = "NOT_FOUND for a prompt that is not the viewer's.";
const SHARED_ONCE =
  "A text that another public prompt has is not shared again: DUPLICATE, which counts as an attempt to share.";
const { create, write, share } = PROMPT_LIMITS;
const WRITES_LIMITED = atMost("per account, changes of all kinds together", [write], [NEWCOMER_LIMITS.write]);
const SHARING_LIMITED = `Sharing: ${limitWords(share)}, ${limitWords(NEWCOMER_LIMITS.share)} in that time.`;
/** Of what makes a prompt. */
export const LIMITED = `${WRITES_LIMITED} New prompts: ${limitWords(create)}, ${limitWords(NEWCOMER_LIMITS.create)} in that time.`;

@Resolver(() => Prompt)
export class OwnPromptsResolver {
  @Access("write")
  @Extensions({ complexity: WRITE_COST })
  @Mutation(() => PromptPayload, {
    description: `Stores a new prompt of the viewer's with all its texts, or none, private unless it is shared. ${SHARED_ONCE} Each text beyond the first counts as a change. ${LIMITED} ${SHARING_LIMITED}`,
  })
  async createPrompt(
    @Args(() => CreatePromptArgs) { texts, sourceLocale, tags, shared, idempotencyKey }: CreatePromptArgs,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const prompt = {
      texts: texts.map(withoutNulls),
      sourceLocale: sourceLocale ?? undefined,
      tags: tags ?? [],
      shared: shared ?? false,
    };
    const key = idempotencyKey || undefined;
    return promptPayload(context, await createPrompt(context.dataSource, context.actor, prompt, key));
  }

  @Access("write")
  @Extensions({ complexity: WRITE_COST })
  @Mutation(() => PromptPayload, {
    description: `Changes a prompt of the viewer's: all that is given, or nothing, as one version; the former one is kept. ${SHARED_ONCE} ${OWN_ONLY} Counts as a change for each text that it writes or removes. ${WRITES_LIMITED} ${SHARING_LIMITED}`,
  })
  async updatePrompt(
    @Args(() => UpdatePromptArgs) { promptId, texts, ...rest }: UpdatePromptArgs,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const changes = { ...withoutNulls(rest), ...(texts && { texts: texts.map(withoutNulls) }) };
    return promptPayload(
      context,
      await updatePrompt(context.dataSource, context.actor, parsePromptId(promptId), changes),
    );
  }

  @Access("write")
  @Extensions({ complexity: WRITE_COST })
  @Mutation(() => PromptPayload, {
    deprecationReason: "Use `updatePrompt(removedLocales:)`.",
    description: `Removes the text of the viewer's prompt in one language. The only text stays: REQUIRED. ${OWN_ONLY} ${WRITES_LIMITED}`,
  })
  removePromptText(
    @Arg("promptId", () => ID, ID_ARGUMENT) promptId: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the text." }) locale: Locale,
    @Arg("expectedUpdatedAt", () => DateTime, { nullable: true, description: "As that of `updatePrompt`." })
    expectedUpdatedAt: Date | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    return this.updatePrompt(
      { promptId, removedLocales: [locale], expectedUpdatedAt: expectedUpdatedAt ?? null },
      context,
    );
  }

  @Access("write")
  @Extensions({ complexity: ALL_TEXTS_COST })
  @Mutation(() => PromptPayload, {
    description: `Makes a former version the current one, which is kept in its turn. ${OWN_ONLY} DUPLICATE if it is shared and another public prompt has a text of that version by now. NOT_FOUND also for an unknown version. Counts as a change for each of its languages. ${WRITES_LIMITED}`,
  })
  async restorePromptRevision(
    @Arg("promptId", () => ID, ID_ARGUMENT) promptId: string,
    @Arg("revision", () => Int, { description: "The number of the version." }) revision: number,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    const result = await restorePromptRevision(context.dataSource, context.actor, parsePromptId(promptId), revision);
    return promptPayload(context, result);
  }

  @Access("write")
  @Mutation(() => DeletePromptPayload, {
    description: `Deletes a prompt of the viewer's, at once for everyone. Can be undone for a minute. ${OWN_ONLY} ${WRITES_LIMITED}`,
  })
  async deletePrompt(
    @Arg("promptId", () => ID, ID_ARGUMENT) promptId: string,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<DeletePromptPayload> {
    return { undoableUntil: await deletePrompt(dataSource, actor, parsePromptId(promptId)), problems: [] };
  }

  @Access("write")
  @Extensions({ complexity: ALL_TEXTS_COST })
  @Mutation(() => PromptPayload, {
    description: `Brings back a prompt that the viewer has deleted within the last minute; NOT_FOUND later, and for any other. A shared prompt comes back private if another public prompt has the same text by now, which \`duplicateOf\` names. ${WRITES_LIMITED}`,
  })
  async undoDeletePrompt(
    @Arg("promptId", () => ID, ID_ARGUMENT) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<PromptPayload> {
    return promptPayload(context, await undoDeletePrompt(context.dataSource, context.actor, parsePromptId(promptId)));
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may change it." })
  viewerCanEdit(@Root() prompt: Prompt, @Ctx() { actor }: RequestContext): boolean {
    return isAuthor(actor, prompt) && (actor.kind === "session" || actor.scope === "WRITE");
  }

  @Access("read")
  @FieldResolver(() => PromptRevisionConnection, {
    description: "Its newest 100 former versions, the newest first. FORBIDDEN for a prompt that is not the viewer's.",
  })
  history(
    @Root() prompt: Prompt,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<PromptRevision>> {
    if (!isAuthor(context.actor, prompt))
      throw new DomainError("FORBIDDEN", "Only its author may see the history of a prompt.");
    const loaders = { pages: context.loader(revisionPageLoader), counts: context.loader(revisionCountLoader) };
    return readRevisions(context.dataSource, loaders, Number(prompt.id), args);
  }
}

/** The fields that this feature adds to `Viewer`. */
@Resolver(() => Viewer)
export class ViewerPromptsResolver {
  @Access("read")
  @FieldResolver(() => PromptConnection, {
    description:
      "The viewer's own prompts, private and shared. A search looks through the newest 1,000, for the words as typed.",
  })
  prompts(
    @Args(() => OwnPromptsArgs) args: OwnPromptsArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Prompt>> {
    return readPromptPage(context.dataSource, args, requireMember(context.actor));
  }
}

@Resolver(() => PromptRevision)
export class PromptRevisionResolver {
  @FieldResolver(() => PromptText, {
    description: "Its text in a language; if it had none, in English, else in its source language.",
  })
  async text(
    @Root() { promptId, number, locales, sourceLocale }: PromptRevision,
    @Arg("locale", () => LocaleEnum, { description: "The language to answer in." }) locale: Locale,
    @Ctx() context: RequestContext,
  ): Promise<PromptText> {
    const shown = [locale, FALLBACK_LOCALE].find((each) => locales.includes(each)) ?? sourceLocale;
    const row = await context.loader(revisionTextLoader).load({ promptId, number, locale: shown });
    return promptText(context, row, { promptId, locale: row.locale, revision: row.stored_number }, number);
  }

  @FieldResolver(() => [PromptText], { description: `Its texts. ${TEXTS}` })
  texts(
    @Root() { promptId, number, locales }: PromptRevision,
    @Arg("locales", () => [LocaleEnum], LOCALES_ASKED) asked: Locale[] | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<PromptText[]> {
    const wanted = textLocales(asked).filter((locale) => locales.includes(locale));
    return Promise.all(
      wanted.map(async (locale) => {
        const row = await context.loader(revisionTextLoader).load({ promptId, number, locale });
        return promptText(context, row, { promptId, locale, revision: row.stored_number }, number);
      }),
    );
  }
}

/** Null says the same as nothing. */
type WithoutNulls<Given> = { [Name in keyof Given]: Exclude<Given[Name], null> };

function withoutNulls<Given extends object>(given: Given): WithoutNulls<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as WithoutNulls<Given>;
}

function isAuthor(actor: Actor, { authorId }: Prompt): actor is Exclude<Actor, { kind: "visitor" }> {
  return actor.kind !== "visitor" && actor.userId === authorId;
}

async function promptPayload(context: RequestContext, result: PromptResult): Promise<PromptPayload> {
  const { problems = [], duplicateOf, newest } = result;
  return {
    prompt: result.problems ? null : await loadPrompt(context, result.id),
    problems,
    duplicateOf: duplicateOf === undefined ? null : await loadPrompt(context, duplicateOf),
    newest: newest === undefined ? null : await loadPrompt(context, newest),
  };
}
