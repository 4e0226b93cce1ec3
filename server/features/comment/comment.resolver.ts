import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { commentPath } from "../../../contract/comments";
import type { Locale } from "../../../contract/locales";
import { authorPath } from "../../../contract/pages";
import { requireMember } from "../../platform/domain/access";
import { badInputError } from "../../platform/domain/domain-error";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { ChangesNoPage } from "../../platform/graphql/page-mutations";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";
import { PAGE_LOCALE, pageUrl } from "../../platform/graphql/page-url";
import { atMost, limitWords } from "../../platform/rate-limit/limit-words";
import { Viewer } from "../account";
import { loadPrompt, parsePromptId, Prompt, textReader } from "../prompt";
import { User, userLoader } from "../user";
import { idsMentioned, joinHtml } from "./comment.html";
import { loadBody, loadHtml } from "./comment-text.loader";
import { loadComment, parseCommentId } from "./comment.loader";
import {
  countFeedback,
  latestCommentLoader,
  mentionedNameLoader,
  readCommentsAfter,
  readHiddenComments,
  readLatestFeedback,
  readMentionable,
  readRepliesPage,
  readThreads,
  repliesLoader,
} from "./comment.reader";
import {
  createComment,
  type CommentResult,
  deleteComment,
  previewComment,
  undoDeleteComment,
  updateComment,
} from "./comment.service";
import { CHANGES, COMMENTS, MAX_OFFERED, NEWCOMER_COMMENTS, PREVIEWS, SHORT_TEXT, UNDOS } from "./comment.limits";
import {
  Comment,
  CommentConnection,
  CommentPayload,
  CommentsArgs,
  FeedbackPage,
  BodyArgs,
  PreviewPayload,
  RepliesArgs,
  UpdateCommentArgs,
} from "./comment.type";

/** Text of up to 20 kB. */
const HTML_COST = 4;
/** Rendering takes up to 50 ms: one operation renders two at most. */
const WRITE_COST = 2000;
const OWN_ONLY = "NOT_FOUND for a comment that is not the viewer's, or is deleted.";
const CHANGES_LIMITED = atMost("per account, changes and deletions together", [CHANGES]);
const MENTIONS_LIMITED = `TOO_MANY for newly mentioned members past ${limitWords(COMMENTS.mentions)} per account, ${limitWords(NEWCOMER_COMMENTS.mentions)} in its first week and while its address is unconfirmed.`;
const POSTS_LIMITED = atMost(
  "per account",
  [COMMENTS.aMinute, COMMENTS.aDay],
  [NEWCOMER_COMMENTS.aMinute, NEWCOMER_COMMENTS.aDay],
);
const POSTING = `DUPLICATE for a text that the viewer has posted within a day (one of up to ${String(SHORT_TEXT)} characters: there). ${MENTIONS_LIMITED} ${POSTS_LIMITED}`;
const LATEST =
  "The newest comment or reply that everybody sees, for `commentsAfter`; null without one. On a kept page it may be a moment old.";
const COMMENTS_AFTER = "What others have written since a comment, replies included, the newest first.";
const AFTER_ID = { nullable: true, description: "The comment; null for all." };
const COMMENT_ID = { description: "The comment's id." };

@Resolver(() => Comment)
export class CommentResolver {
  @Access("public")
  @Query(() => Comment, {
    nullable: true,
    description: "The comment with this id; null when there is none that the caller may see.",
  })
  async comment(@Arg("id", () => ID, COMMENT_ID) id: string, @Ctx() context: RequestContext): Promise<Comment | null> {
    const comment = await loadComment(context, id);
    if (comment) context.shows(`comments:${comment.promptId ?? "feedback"}`);
    return comment;
  }

  @Access("public")
  @Query(() => [User], {
    complexity: 100,
    description: `Members whom a comment can mention (@name): up to ${String(MAX_OFFERED)} whose name begins with the given letters, by name. Only those who share a prompt or have written a comment that everybody reads.`,
  })
  mentionableUsers(
    @Arg("prefix", () => String, {
      description: "The beginning of a username, without regard to case; nobody is found by what cannot be one.",
    })
    prefix: string,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<User[]> {
    return readMentionable(dataSource, prefix);
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    complexity: WRITE_COST,
    description: `Begins a thread on a prompt. NOT_FOUND for a prompt that the viewer may not see. ${POSTING}`,
  })
  async createComment(
    @Arg("promptId", () => ID, { description: "The number of the prompt that it is about." }) promptId: string,
    @Args(() => BodyArgs) { body }: BodyArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    const place = { promptId: parsePromptId(promptId), parentId: null };
    return commentPayload(context, await createComment(context.dataSource, context.actor, place, body));
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    complexity: WRITE_COST,
    description: `Answers a comment, wherever it stands. PARENT_GONE if that is deleted, hidden or not there for the viewer, THREAD_CLOSED. ${POSTING}`,
  })
  async createReply(
    @Arg("parentId", () => ID, { description: "The comment that it answers." }) parentId: string,
    @Args(() => BodyArgs) { body }: BodyArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    const place = { promptId: null, parentId: parseCommentId(parentId) };
    return commentPayload(context, await createComment(context.dataSource, context.actor, place, body));
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    complexity: WRITE_COST,
    description: `Begins a thread on the feedback page, in public. ${POSTING}`,
  })
  async createFeedback(
    @Args(() => BodyArgs) { body }: BodyArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    const place = { promptId: null, parentId: null };
    return commentPayload(context, await createComment(context.dataSource, context.actor, place, body));
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    complexity: WRITE_COST,
    description: `Changes the text of a comment of the viewer's, which is marked as edited. Whom it mentions anew is told, which is refused in a thread that moderators have closed (THREAD_CLOSED); who is mentioned no more, and has not read it, is not told. ${OWN_ONLY} ${MENTIONS_LIMITED} ${CHANGES_LIMITED}`,
  })
  async updateComment(
    @Args(() => UpdateCommentArgs) { commentId, body, expectedBody }: UpdateCommentArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    const { dataSource, actor } = context;
    const id = parseCommentId(commentId);
    return commentPayload(context, await updateComment(dataSource, actor, id, body, expectedBody ?? undefined));
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    description: `Deletes a comment of the viewer's, at once for everyone. Can be undone for a minute. ${OWN_ONLY} ${CHANGES_LIMITED}`,
  })
  async deleteComment(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    return commentPayload(context, await deleteComment(context.dataSource, context.actor, parseCommentId(commentId)));
  }

  @Access("write")
  @Mutation(() => CommentPayload, {
    complexity: WRITE_COST,
    description: `Brings back a comment that the viewer has deleted within the last minute; NOT_FOUND later, and for any other. Whom it told of itself is told again. ${atMost("per account", [UNDOS])}`,
  })
  async undoDeleteComment(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Ctx() context: RequestContext,
  ): Promise<CommentPayload> {
    return commentPayload(
      context,
      await undoDeleteComment(context.dataSource, context.actor, parseCommentId(commentId)),
    );
  }

  @Access("write")
  @Mutation(() => PreviewPayload, {
    complexity: WRITE_COST,
    description: `Renders a comment without posting it. ${atMost("per account", [PREVIEWS])}`,
  })
  @ChangesNoPage()
  async previewComment(
    @Args(() => BodyArgs) { body }: BodyArgs,
    @Arg("locale", () => LocaleEnum, { nullable: true, description: "As in `Comment.html`." })
    locale: Locale | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<PreviewPayload> {
    const preview = await previewComment(context.dataSource, context.actor, body);
    if (!preview.html) return { html: null, unknownMentions: null, problems: preview.problems };
    const { html, unknownMentions } = preview;
    return { html: await linked(context, html, locale), unknownMentions, problems: [] };
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    description: "What it is about; null on the feedback page, and for a prompt that the caller may not see.",
  })
  prompt(@Root() { promptId }: Comment, @Ctx() context: RequestContext): Promise<Prompt | null> | null {
    return promptId === null ? null : loadPrompt(context, Number(promptId));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The address of the page that shows it; null on a prompt that the caller may not see.",
  })
  async url(
    @Root() { id, promptId }: Comment,
    @Arg("locale", () => LocaleEnum, PAGE_LOCALE) locale: Locale | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<string | null> {
    if (promptId !== null && !(await loadPrompt(context, Number(promptId)))) return null;
    return pageUrl(context, locale, commentPath(promptId, id));
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Who wrote it; null once the account or the comment is deleted, and for what the caller may not read.",
  })
  author(@Root() { authorId }: Comment, @Ctx() context: RequestContext): Promise<User> | null {
    return authorId === null ? null : context.loader(userLoader).load(authorId);
  }

  @FieldResolver(() => String, {
    complexity: HTML_COST,
    description: "Markdown, as it was written; empty where it is deleted or hidden.",
  })
  async body(@Root() comment: Comment, @Ctx() context: RequestContext): Promise<string> {
    const body = await loadBody(context, comment);
    context.consumeTextBudget(body.length);
    return body;
  }

  @FieldResolver(() => String, {
    complexity: HTML_COST,
    description:
      "The text as HTML that is safe to insert into a page: sanitised, without ids, its links marked `nofollow ugc noopener`, pictures as links. Mentions link to the page of the member. Empty where it is deleted or hidden.",
  })
  async html(
    @Root() comment: Comment,
    @Arg("locale", () => LocaleEnum, {
      nullable: true,
      description: "The language of the pages that mentions link to; the site's default, if null.",
    })
    locale: Locale | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return linked(context, await loadHtml(context, comment), locale);
  }

  @FieldResolver(() => Comment, {
    nullable: true,
    description: "What it answers; null for the first comment of a thread.",
  })
  parent(@Root() { parentId }: Comment, @Ctx() context: RequestContext): Promise<Comment | null> | null {
    return parentId === null ? null : loadComment(context, parentId);
  }

  @FieldResolver(() => CommentConnection, {
    description:
      "What stands below it, in reading order: each comment after the one that it answers, the oldest first. Pages indent three levels; deeper comments stand on the third, by time, and have none below.",
  })
  async replies(
    @Root() comment: Comment,
    @Args(() => RepliesArgs) { from, ...args }: RepliesArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Comment>> {
    const start = from == null ? null : await loadComment(context, from);
    const loaders = { replies: context.loader(repliesLoader), dataSource: context.dataSource };
    return readRepliesPage(loaders, comment, args, start, textReader(context.actor));
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may change and delete it." })
  viewerCanEdit(@Root() { authorId, deleted }: Comment, @Ctx() { actor }: RequestContext): boolean {
    const mayWrite = actor.kind === "session" || (actor.kind === "token" && actor.scope === "WRITE");
    return mayWrite && !deleted && authorId === actor.userId;
  }
}

/** The field that this feature adds to `Prompt`. */
@Resolver(() => Prompt)
export class PromptCommentsResolver {
  @FieldResolver(() => CommentConnection, { description: "Its threads: their first comments." })
  comments(
    @Root() { id }: Prompt,
    @Args(() => CommentsArgs) args: CommentsArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Comment>> {
    return threads(context, Number(id), args);
  }

  @FieldResolver(() => ID, { nullable: true, complexity: 1, description: LATEST })
  latestCommentId(@Root() { id }: Prompt, @Ctx() context: RequestContext): Promise<string | null> {
    return context.loader(latestCommentLoader).load(Number(id));
  }

  @FieldResolver(() => CommentConnection, { description: COMMENTS_AFTER })
  commentsAfter(
    @Root() { id }: Prompt,
    @Arg("commentId", () => ID, AFTER_ID) after: string | null | undefined,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Comment>> {
    return commentsAfter(context, Number(id), after, args);
  }
}

@Resolver(() => FeedbackPage)
export class FeedbackResolver {
  @Access("public")
  @Query(() => FeedbackPage, { description: "The feedback page." })
  feedback(): FeedbackPage {
    return new FeedbackPage();
  }

  @FieldResolver(() => CommentConnection, { description: "Its threads: their first comments." })
  comments(@Args(() => CommentsArgs) args: CommentsArgs, @Ctx() context: RequestContext): Promise<Connection<Comment>> {
    return threads(context, null, args);
  }

  @FieldResolver(() => Int, { complexity: 20, description: "Comments on it, replies included." })
  commentCount(@Ctx() { dataSource }: RequestContext): Promise<number> {
    return countFeedback(dataSource);
  }

  @FieldResolver(() => ID, { nullable: true, complexity: 1, description: LATEST })
  latestCommentId(@Ctx() { dataSource }: RequestContext): Promise<string | null> {
    return readLatestFeedback(dataSource);
  }

  @FieldResolver(() => CommentConnection, { description: COMMENTS_AFTER })
  commentsAfter(
    @Arg("commentId", () => ID, AFTER_ID) after: string | null | undefined,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<Connection<Comment>> {
    return commentsAfter(context, null, after, args);
  }
}

/** The field that this feature adds to `Viewer`. */
@Resolver(() => Viewer)
export class ViewerCommentsResolver {
  @Access("read")
  @FieldResolver(() => [Comment], {
    description:
      "The newest 20 of the viewer's comments on a prompt, or on the feedback page, that moderators have hidden.",
  })
  hiddenComments(
    @Arg("promptId", () => ID, { nullable: true, description: "The prompt's number; null for the feedback page." })
    promptId: string | null | undefined,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Comment[]> {
    const number = promptId == null ? null : (parsePromptId(promptId) ?? 0);
    return readHiddenComments(dataSource, requireMember(actor), number);
  }
}

async function threads(
  context: RequestContext,
  promptId: number | null,
  args: CommentsArgs,
): Promise<Connection<Comment>> {
  context.shows(`comments:${String(promptId ?? "feedback")}`);
  const from = args.from == null ? null : await loadComment(context, args.from);
  return readThreads(context.dataSource, promptId, args, from, textReader(context.actor));
}

function commentsAfter(
  { dataSource, actor }: RequestContext,
  promptId: number | null,
  after: string | null | undefined,
  args: PageArgs,
): Promise<Connection<Comment>> {
  const known = after == null ? "0" : parseCommentId(after);
  if (known === undefined) throw badInputError('"commentId" cannot be the id of a comment.', "commentId");
  return readCommentsAfter(dataSource, promptId, known, args, textReader(actor));
}

async function commentPayload(context: RequestContext, result: CommentResult): Promise<CommentPayload> {
  if (result.id === undefined) return { comment: null, unknownMentions: null, problems: result.problems };
  const { id, unknownMentions = [] } = result;
  return { comment: await loadComment(context, id), unknownMentions, problems: [] };
}

async function linked(
  context: RequestContext,
  pieces: readonly string[],
  locale: Locale | null | undefined,
): Promise<string> {
  const ids = idsMentioned(pieces);
  for (const id of ids) context.shows(`user:${id}`);
  const found = await Promise.all(ids.map((id) => context.loader(mentionedNameLoader).load(id)));
  const names = new Map(ids.map((id, index) => [id, found[index]]));
  const address = (name: string) => pageUrl(context, locale, authorPath(name));
  const html = joinHtml(pieces, (id) => names.get(id), address);
  context.consumeTextBudget(html.length);
  return html;
}
