import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { GraphQLError } from "graphql";
import { describe, expect, it, vi } from "vitest";
import { commentId, commentNumber } from "../../../contract/comments";
import { FakeEventSource } from "../../testing/fake-event-source";
import type { MockedApi, Resolvers } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";

const NOT_FOUND = new GraphQLError("", { extensions: { code: "NOT_FOUND" } });

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;

interface Stored {
  id: string;
  body: string;
  by: string;
  parent?: string;
  gone?: "deleted" | "hidden";
}

const PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

/** Opens a page as a member, with these comments. */
async function open(path: string, account?: string, comments: Stored[] = []) {
  const refusal = { code: null as string | null };
  const isRead = ({ by, gone }: Stored) => gone === undefined || (gone === "hidden" && by === page.api.account);
  const shown = (comment: Stored): object => ({
    id: comment.id,
    promptId: "7",
    threadId: comment.parent ?? comment.id,
    depth: comment.parent === undefined ? 0 : 1,
    body: isRead(comment) ? comment.body : "",
    html: isRead(comment) ? `<p>${comment.body}</p>` : "",
    deleted: comment.gone === "deleted",
    hidden: comment.gone === "hidden",
    editedAt: null,
    author: isRead(comment) ? { id: comment.by, username: `member${comment.by}` } : null,
    parent: () => comments.filter(({ id }) => id === comment.parent).map(shown)[0] ?? null,
    replies: () => ({ nodes: comments.filter(({ parent }) => parent === comment.id).map(shown), pageInfo: PAGE }),
  });
  const list = {
    commentCount: () => comments.length,
    latestCommentId: () => comments.at(-1)?.id ?? null,
    commentsAfter: (_: unknown, { commentId: id }: Readonly<Record<string, unknown>>) => ({
      nodes: comments
        .filter(
          (each) =>
            Number(commentNumber(each.id)) > Number(id === null ? 0 : commentNumber(id as string)) &&
            each.by !== page.api.account,
        )
        .map(shown),
      pageInfo: PAGE,
    }),
    comments: () => ({
      nodes: comments
        .filter(({ parent }) => parent === undefined)
        .map(shown)
        .toReversed(),
      pageInfo: PAGE,
    }),
  };
  let deleted: Stored | undefined;
  const unknownIn = (body: string) => [...body.matchAll(/@(\w+)/g)].flatMap(([, name]) => name ?? []);
  const find = (id: unknown) => comments.find((comment) => comment.id === id);
  const refused = (code: string) => ({ comment: null, problems: [{ code, field: "body" }] });
  const post = (body: string, parent?: string) => {
    if (refusal.code === "NOT_FOUND") throw NOT_FOUND;
    if (refusal.code) return refused(refusal.code);
    const added = { id: commentId(String(comments.length + 1)), body: body.trim(), by: page.api.account ?? "" };
    comments.push(parent === undefined ? added : { ...added, parent });
    return { comment: shown(added), unknownMentions: unknownIn(body), problems: [] };
  };
  const resolvers: Resolvers = {
    Query: {
      comment: (_, { id }) => [find(id)].flatMap((found) => (found ? shown(found) : []))[0] ?? null,
      feedback: () => ({ ...list }),
    },
    Prompt: {
      ...list,
      shared: () => true,
      text: (prompt) => ({ title: idOf(prompt) === "8" ? "Another" : "A letter" }),
    },
    Viewer: { hiddenComments: () => [] },
    Mutation: {
      createComment: (_, { body }) => post(body as string),
      createFeedback: (_, { body }) => post(body as string),
      createReply: (_, { body, parentId }) => post(body as string, parentId as string),
      updateComment: (_, { commentId: id, body, expectedBody }) => {
        const found = find(id);
        if (!found || (expectedBody !== null && expectedBody !== found.body)) return refused("CONFLICT");
        found.body = (body as string).trim();
        return { comment: shown(found), unknownMentions: [], problems: [] };
      },
      deleteComment: (_, { commentId: id }) => {
        const at = comments.findIndex((comment) => comment.id === id);
        deleted = comments[at];
        const isPlaceKept = comments.some(({ parent }) => parent === id);
        if (deleted) comments.splice(at, 1, ...(isPlaceKept ? [{ ...deleted, gone: "deleted" as const }] : []));
        return { comment: isPlaceKept && comments[at] ? shown(comments[at]) : null, problems: [] };
      },
      undoDeleteComment: (_, { commentId: id }) => {
        if (!deleted || refusal.code === "NOT_FOUND") throw NOT_FOUND;
        const at = comments.findIndex(
          (comment) => Number(commentNumber(comment.id)) >= Number(commentNumber(id as string)),
        );
        comments.splice(at, comments[at]?.id === id ? 1 : 0, deleted);
        return { comment: shown(deleted), problems: [] };
      },
      previewComment: (_, { body }) => ({
        html: `<p>${body as string}</p>`,
        unknownMentions: unknownIn(body as string),
        problems: [],
      }),
    },
  };
  const page: OpenPage = await openPage(path, { ...(account === undefined ? {} : { account }), resolvers });
  return { ...page, comments, refusal };
}

/** Leaves the page, and opens it again as a reload does. */
async function reopen(path: string, api: MockedApi) {
  fireEvent(window, new Event("pagehide"));
  cleanup();
  return openPage(path, { ...(api.account === null ? {} : { account: api.account }), api });
}

const begin = (name = "How did it go, and what would you change?") => screen.findByRole("button", { name });
const field = (name = "Your comment") => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
const button = (name: string) => screen.findByRole("button", { name });
const comment = async (text: string) => (await screen.findByText(text, { selector: "article p" })).closest("article");
/** The name of a button ends with whose comment it is, and from when. */
const act = async (text: string, name: string) =>
  within((await comment(text)) as HTMLElement).getAllByRole("button", {
    name: new RegExp(`^${name}`),
  })[0] as HTMLElement;
/** Where a comment is changed. */
const editField = () =>
  within(document.querySelector("#comments article") as HTMLElement).findByRole<HTMLTextAreaElement>("textbox", {
    name: /^Your/,
  });
const posted = () =>
  [...document.querySelectorAll("#comments article p:not([class])")].map(({ textContent }) => textContent);
const everything = () =>
  JSON.stringify([
    document.body.textContent,
    [...document.querySelectorAll("textarea")].map(({ value }) => value),
    { ...localStorage },
  ]);
const focused = () => document.activeElement;

/** A member who has begun to write. */
async function writing(words: string, comments: Stored[] = []) {
  const page = await open(PROMPT, "42", comments);
  await expectMember("42");
  await page.user.click(await begin());
  await pasteInto(page.user, await field(), words);
  return page;
}

describe("what is typed", () => {
  it("is there when the page is opened again, and posted after logging in again", async () => {
    const { api, comments } = await writing("Kept");
    const { user } = await reopen(PROMPT, api);
    await expectMember("42");
    await expect.poll(async () => (await field()).value).toBe("Kept");
    api.lastOfSession = "CreateComment";
    await user.click(await button("Post"));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await comment("Kept");
    expect(comments).toHaveLength(1);
  });

  it("by a visitor is posted once they are logged in", async () => {
    const { user, comments } = await open(PROMPT);
    await user.click(await begin());
    await pasteInto(user, await field(), "First words");
    await user.click(await button("Post"));
    await logIn(user, "42");
    await comment("First words");
    expect(comments.map(({ by }) => by)).toEqual(["42"]);
  });

  it("stays when it is refused, with the reason, and when the connection is gone", async () => {
    const { user, api, refusal } = await writing("Twice");
    refusal.code = "DUPLICATE";
    await user.click(await button("Post"));
    await screen.findByText(/You have posted this text already/);
    refusal.code = null;
    fireEvent.change(await field(), { target: { value: "x".repeat(2001) } });
    await user.click(await button("Post"));
    await screen.findByText(/At most 2,000 characters/);
    expect((await field()).getAttribute("aria-invalid")).toBe("true");
    expect(api.askedFor("CreateComment")).toHaveLength(1);
    fireEvent.change(await field(), { target: { value: "Twice" } });
    api.failure = "network";
    await user.click(await button("Post"));
    await screen.findByText(/Check your connection and try again\./);
    expect((await field()).value).toBe("Twice");
    api.failure = null;
    await user.click(await button("Post"));
    await comment("Twice");
  });

  it("is posted once, however often the button is pressed while the answer is late", async () => {
    const { user, api } = await writing("Hasty");
    const release = api.hold("CreateComment");
    await user.click(await button("Post"));
    await user.click(await button("Post"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    release();
    await comment("Hasty");
    expect(api.askedFor("CreateComment")).toHaveLength(1);
    expect(posted()).toEqual(["Hasty"]);
  });
});

describe("a deleted comment", () => {
  const THREADS: Stored[] = [
    { id: "c1", body: "First", by: "43" },
    { id: "c2", body: "Second", by: "42" },
    { id: "c3", body: "An answer", by: "43", parent: "c1" },
    { id: "c4", body: "Another answer", by: "42", parent: "c1" },
    { id: "c5", body: "A third answer", by: "43", parent: "c1" },
  ];
  const ALL = ["Second", "First", "An answer", "Another answer", "A third answer"];
  const remove = async (user: OpenPage["user"], text: string) => {
    await user.click(await act(text, "Delete"));
    await user.click(await button("Delete"));
    await button("Undo");
  };

  it("is back where it was once that is undone, a thread as well as a reply", async () => {
    const { user } = await open(PROMPT, "42", THREADS);
    await expectMember("42");
    for (const text of ["Second", "Another answer"]) {
      await remove(user, text);
      expect(posted()).toEqual(ALL.filter((each) => each !== text));
      await user.click(await button("Undo"));
      await expectAnnounced("Your comment is back.");
      expect(posted()).toEqual(ALL);
      expect(screen.getByRole("heading", { name: /^Comments/ }).textContent).toContain("5");
    }
  });

  it("with an answer is back in the place that was kept for it", async () => {
    const { user } = await open(PROMPT, "43", THREADS);
    await expectMember("43");
    await remove(user, "First");
    await screen.findByText("This comment was deleted.");
    await user.click(await button("Undo"));
    await comment("First");
    expect(posted()).toEqual(ALL);
  });

  it("stays deleted if undoing comes too late, which is said; without a connection it can be tried again", async () => {
    const { user, api, comments, refusal } = await open(PROMPT, "42", [{ id: "c1", body: "Mine", by: "42" }]);
    await expectMember("42");
    await remove(user, "Mine");
    api.failure = "network";
    await user.click(await button("Undo"));
    await screen.findAllByText(/it is not known whether this was done/);
    api.failure = null;
    refusal.code = "NOT_FOUND";
    await user.click(await button("Undo"));
    await screen.findAllByText("The comment could not be brought back. It is not there any more.");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(comments).toEqual([]);
  });
});

describe("a mention of whom nobody knows", () => {
  const HINT = /^Not notified: @nobody, @silent\. You can mention members who/;

  it("is named in the preview and when the comment is posted", async () => {
    const { user } = await writing("Ask @nobody or @silent");
    await user.click(await screen.findByRole("tab", { name: "Preview" }));
    expect((await screen.findByText(HINT)).closest("[role=tabpanel]")).not.toBeNull();
    await user.click(await screen.findByRole("tab", { name: "Write" }));
    expect(screen.queryByText(HINT)).toBeNull();
    await user.click(await button("Post"));
    await screen.findByText(HINT);
  });
});

it("a comment on a prompt that is gone says so, and keeps what is typed", async () => {
  const { user, refusal } = await writing("Too late");
  refusal.code = "NOT_FOUND";
  await user.click(await button("Post"));
  await screen.findByText(
    /Your comment was not saved\. The prompt is gone: it was deleted, or is not shared any more\./,
  );
  expect((await field()).value).toBe("Too late");
});

it("what can be done with a comment says with whose", async () => {
  await open(PROMPT, "42", [
    { id: "c1", body: "Mine", by: "42" },
    { id: "c2", body: "Another's", by: "43" },
  ]);
  await expectMember("42");
  for (const name of ["Reply to member42", /^Edit member42 /, /^Delete member42 /])
    within((await comment("Mine")) as HTMLElement).getByRole("button", { name });
  for (const name of ["Reply to member43", /^Report… member43 /])
    within((await comment("Another's")) as HTMLElement).getByRole("button", { name });
});

/** The reader has come to everything. */
class SeenAtOnce {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe = () => this.tell([{ isIntersecting: true }]);
  disconnect = () => {};
}

describe("a live stream", () => {
  it("that ends with the session leaves what is typed: one goes on, and posts it after logging in again", async () => {
    const { user, api } = await open(PROMPT, "42");
    await expectMember("42");
    await user.click(await begin());
    await pasteInto(user, await field(), "Kept");
    await expect.poll(() => FakeEventSource.all.length).toBeGreaterThan(0);
    FakeEventSource.all.at(-1)?.refuse();
    await user.type(await field(), " and more");
    await expectMember("42");
    api.lastOfSession = "CreateComment";
    await user.click(await button("Post"));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await comment("Kept and more");
  });

  it("that cannot be had is replaced by asking once for new comments", async () => {
    vi.stubGlobal("IntersectionObserver", SeenAtOnce);
    const { comments, user } = await open(PROMPT, "42", [{ id: "c1", body: "First", by: "42" }]);
    await expect.poll(() => FakeEventSource.all.at(-1)?.url).toContain("%227%22");
    comments.push({ id: "c2", body: "Second", by: "43" });
    FakeEventSource.all.at(-1)?.refuse();
    await user.click(await button("1 new comment"));
    await comment("Second");
  });
});

describe("what is typed while the text before it is on its way", () => {
  it("is the next comment", async () => {
    const { user, api } = await writing("It went well.");
    const release = api.hold("CreateComment");
    await user.click(await button("Post"));
    await user.type(await field(), " PS: not quite");
    release();
    await comment("It went well.");
    await expectAnnounced("Your comment is posted.");
    expect((await field()).value).toBe("PS: not quite");
    expect(focused()).toBe(await field());
    const again = await reopen(PROMPT, api);
    await expect.poll(async () => (await field()).value).toBe("PS: not quite");
    await again.user.click(await button("Post"));
    await comment("PS: not quite");
    expect((await field()).value).toBe("");
    expect(posted()).toEqual(["PS: not quite", "It went well."]);
  });

  it("is the next reply, whose form stays open", async () => {
    const { user, api } = await open(PROMPT, "42", [{ id: "c1", body: "Who has tried it?", by: "43" }]);
    await user.click(await act("Who has tried it?", "Reply to member43"));
    const reply = () => field("Your reply to member43");
    await pasteInto(user, await reply(), "Everybody.");
    const release = api.hold("CreateReply");
    await user.click(await button("Reply"));
    await pasteInto(user, await reply(), " Nobody");
    release();
    await comment("Everybody.");
    await expect.poll(async () => (await reply()).value).toBe("Nobody");
    expect(focused()).toBe(await reply());
    const again = await reopen(PROMPT, api);
    await again.user.click(await act("Who has tried it?", "Reply to member43"));
    expect((await reply()).value).toBe("Nobody");
  });

  it("belongs to the change, whose form stays open", async () => {
    const { user, api } = await open(PROMPT, "42", [{ id: "c1", body: "It went well.", by: "42" }]);
    await user.click(await act("It went well.", "Edit"));
    // It is stored without the space at its end, which is no change that was made elsewhere.
    await user.clear(await editField());
    await pasteInto(user, await editField(), "It went badly. ");
    const release = api.hold("UpdateComment");
    await user.click(await button("Save"));
    await pasteInto(user, await editField(), "And worse later.");
    release();
    await expectAnnounced("Your comment is changed.");
    expect((await editField()).value).toBe("It went badly. And worse later.");
    expect(screen.queryByRole("textbox", { name: "The newer version" })).toBeNull();
    await user.click(await button("Save"));
    await comment("It went badly. And worse later.");
  });
});

describe("a change of what its author has changed elsewhere", () => {
  const newer = () => field("The newer version");

  it("is refused, and both texts are shown until one is chosen", async () => {
    const { user, comments } = await open(PROMPT, "42", [{ id: "c1", body: "Original words.", by: "42" }]);
    await user.click(await act("Original words.", "Edit"));
    await user.clear(await editField());
    await pasteInto(user, await editField(), "Original word.");
    Object.assign(comments[0] ?? {}, { body: "Original words, and three paragraphs." });
    await user.click(await button("Save"));
    await screen.findByText(/There is a newer version, so nothing was saved/);
    await screen.findByText(/^You have changed this comment on another device/);
    await expect.poll(async () => focused() === (await newer())).toBe(true);
    expect((await newer()).value).toBe("Original words, and three paragraphs.");
    expect((await editField()).value).toBe("Original word.");
    await user.click(await button("Save your version anyway"));
    await comment("Original word.");
    expect(comments[0]?.body).toBe("Original word.");
  });

  it("that was begun earlier on this device says so, before anything is saved", async () => {
    const { user, api, comments } = await open(PROMPT, "42", [{ id: "c1", body: "Original words.", by: "42" }]);
    await user.click(await act("Original words.", "Edit"));
    await user.clear(await editField());
    await pasteInto(user, await editField(), "Begun on Monday");
    Object.assign(comments[0] ?? {}, { body: "Newer words" });
    const again = await reopen(PROMPT, api);
    await again.user.click(await act("Newer words", "Edit"));
    expect((await newer()).value).toBe("Newer words");
    expect((await editField()).value).toBe("Begun on Monday");
    await again.user.click(await button("Discard your version"));
    await screen.findByText("Discard what you have written? It cannot be brought back.");
    await expect.poll(() => focused()?.textContent).toBe("Go on writing");
    await again.user.keyboard("{Enter}");
    expect(focused()).toBe(await button("Discard your version"));
    expect(everything()).toContain("Begun on Monday");
    await again.user.click(await button("Discard your version"));
    await again.user.click(await button("Discard"));
    expect((await editField()).value).toBe("Newer words");
    await again.user.click(await button("Cancel"));
    await comment("Newer words");
    expect(everything()).not.toContain("Begun on Monday");
  });
});

it("a reply or a change whose comment is gone is shown, copied and discarded; another waits for its form", async () => {
  const { user, api, comments } = await open(PROMPT, "42", [
    { id: "c1", body: "Soon gone", by: "43" },
    { id: "c2", body: "Stays", by: "43" },
    { id: "c3", body: "Mine", by: "42" },
  ]);
  for (const [text, control, words] of [
    ["Soon gone", "Reply to member43", "A considered reply"],
    ["Stays", "Reply to member43", "Another reply"],
    ["Mine", "Edit", ", and much more"],
  ] as const) {
    await user.click(await act(text, control));
    await expect.poll(() => focused()?.tagName).toBe("TEXTAREA");
    await user.paste(words);
    await user.click(screen.getByRole("heading", { name: "A letter", level: 1 }));
  }
  comments.splice(0, 3, { id: "c2", body: "Stays", by: "43" });
  const again = await reopen(PROMPT, api);
  const reply = await field("Your reply was not posted: nobody can reply to its comment any more.");
  expect(reply.value).toBe("A considered reply");
  expect((await field("Your change was not saved: the comment is not there any more.")).value).toBe(
    "Mine, and much more",
  );
  const copy = within(reply.parentElement as HTMLElement).getByRole("button", { name: "Copy" });
  await again.user.click(copy);
  await button("Copied");
  expect(await navigator.clipboard.readText()).toBe("A considered reply");
  for (let left = 2; left > 0; left -= 1) {
    await again.user.click((await screen.findAllByRole("button", { name: "Discard" }))[0] as HTMLElement);
    await expect.poll(() => focused()?.textContent).toBe("Go on writing");
    await again.user.click(screen.getAllByRole("button", { name: "Discard" })[0] as HTMLElement);
    await expect.poll(() => screen.queryAllByRole("button", { name: "Discard" })).toHaveLength(left - 1);
  }
  expect(everything()).not.toMatch(/considered|much more/);
  await again.user.click(await act("Stays", "Reply to member43"));
  expect((await field("Your reply to member43")).value).toBe("Another reply");
});

it("the feedback page says how to contribute, and has a thread", async () => {
  const { user, comments } = await open("/en/feedback", "42");
  await screen.findByRole("heading", { name: "Report a bug" });
  await user.click(await begin("What is missing, and what does not work?"));
  await pasteInto(user, await field(), "A dark mode.");
  await user.click(await button("Post"));
  await comment("A dark mode.");
  expect(comments).toHaveLength(1);
});

it.each([
  ["Reply to member42", "Half a reply"],
  ["Edit", ", and more"],
])("Cancel (%s) asks before it discards what is written, and nothing else", async (control, words) => {
  const { user } = await open(PROMPT, "42", [{ id: "c1", body: "Mine", by: "42" }]);
  await user.click(await act("Mine", control));
  await user.click(await button("Cancel"));
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
  await user.click(await act("Mine", control));
  await pasteInto(user, await editField(), words);
  await user.click(await button("Cancel"));
  await screen.findByText("Discard what you have written? It cannot be brought back.");
  await expect.poll(() => focused()?.textContent).toBe("Go on writing");
  await user.keyboard("{Enter}");
  expect((await editField()).value).toContain(words);
  await user.click(await button("Cancel"));
  await user.click(await button("Discard"));
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  fireEvent(window, new Event("pagehide"));
  expect(everything()).not.toContain(words);
});

it("a comment of a member whose session has ended is not posted by another who logs in: the page reloads", async () => {
  const { user, api, comments, left } = await writing("Words of one");
  api.lastOfSession = "CreateComment";
  await user.click(await button("Post"));
  await screen.findByText(/^You have been logged out\. Log in as/);
  await logIn(user, "43");
  await expect.poll(() => left).toEqual([undefined]);
  expect(comments).toEqual([]);
});

it("a comment of a member whose session has ended is shown to nobody who opens the page after them", async () => {
  const { api } = await writing("Words of one");
  api.account = null;
  const { left } = await reopen(PROMPT, api);
  await expect.poll(() => left).toEqual([undefined]);
  const { user } = await reopen(PROMPT, api);
  await begin();
  await user.click(await screen.findByRole("link", { name: /^Log in/ }));
  await logIn(user, "43");
  await expectMember("43");
  await begin();
  expect(document.body.textContent).not.toContain("Words of one");
  expect(document.querySelector("#comments textarea")).toBeNull();
  expect(localStorage.getItem("polyprompt.private.42#comment.7")).toContain("Words of one");
});

it("a visitor's comment that waits for a log-in is not posted by whoever logs in in another tab", async () => {
  const { user, api, session, comments } = await open(PROMPT);
  await user.click(await begin());
  await pasteInto(user, await field(), "Words of a visitor");
  await user.click(await button("Post"));
  await screen.findByRole("dialog");
  api.signIn("43");
  session.begin("43");
  await expectMember("43");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect((await field()).value).toBe("Words of a visitor");
  expect([comments, api.askedFor("CreateComment")]).toEqual([[], []]);
});

describe("posting a comment leaves alone", () => {
  const KEPT = "polyprompt.private.42#comment.7";
  const keepElsewhere = (text: string) => {
    localStorage.setItem(KEPT, JSON.stringify({ value: { text, page: "7" }, savedAt: 1763769600000 }));
    window.dispatchEvent(new StorageEvent("storage", { key: KEPT }));
  };

  it("what another tab keeps in the same place", async () => {
    const { user, api } = await writing("Of this tab");
    keepElsewhere("A long text of the other tab");
    await button("Show the other text that you have begun here");
    await user.click(await button("Post"));
    await comment("Of this tab");
    expect((await field()).value).toBe("");
    await user.click(await button("Show the other text that you have begun here"));
    expect((await field()).value).toBe("A long text of the other tab");
    await reopen(PROMPT, api);
    await expect.poll(async () => (await field()).value).toBe("A long text of the other tab");
  });

  it("what the member had begun before they wrote as a visitor", async () => {
    const { user, api, comments } = await open(PROMPT);
    localStorage.setItem(KEPT, JSON.stringify({ value: { text: "My long draft", page: "7" }, savedAt: 1763769600000 }));
    await user.click(await begin());
    await pasteInto(user, await field(), "Said as a visitor");
    await user.click(await button("Post"));
    await logIn(user, "42");
    await comment("Said as a visitor");
    expect(comments).toHaveLength(1);
    await reopen(PROMPT, api);
    await expect.poll(async () => (await field()).value).toBe("My long draft");
  });
});

it("a comment of somebody else is reported", async () => {
  const { user, api } = await open(PROMPT, "42", [{ id: "c1", body: "Buy it today", by: "43" }]);
  await user.click(await act("Buy it today", "Report…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Report the comment of member43" }));
  await pasteInto(user, await dialog.findByLabelText("What is wrong with it?"), "It advertises.");
  await user.click(dialog.getByRole("button", { name: "Send the report" }));
  await expectAnnounced("Thank you. The moderators will look at it.");
  expect(api.askedFor("ReportComment")).toEqual([{ id: "c1", reason: "It advertises." }]);
});
