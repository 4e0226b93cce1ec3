import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const QUEUE = "/en/user/moderation";

/** Opens the queue with reports of two prompts. */
async function open(account?: string, isModerator = true) {
  const queue = { waiting: ["7", "8"], isTaken: false };
  const decide = (id: unknown) => {
    if (queue.isTaken) return { act: null, problems: [] };
    queue.waiting = queue.waiting.filter((each) => each !== id);
    return { act: { id: "1", kind: "HIDE", reason: "OTHER" }, problems: [] };
  };
  const page: OpenPage = await openPage(QUEUE, {
    ...(account === undefined ? {} : { account }),
    resolvers: {
      Viewer: { isModerator: () => isModerator },
      Query: {
        reportedContent: () => ({
          totalCount: queue.waiting.length,
          nodes: queue.waiting.map((promptId) => ({
            promptId,
            commentId: null,
            comment: null,
            prompt: { id: promptId, text: { title: `Report ${promptId}` } },
            author: { id: "50", username: "author" },
          })),
          pageInfo: { hasNextPage: false },
        }),
        moderationActs: () => ({ nodes: [], pageInfo: { hasNextPage: false } }),
      },
      Mutation: {
        hidePrompt: (_, { promptId }) => decide(promptId),
        dismissPromptReports: (_, { promptId }) => decide(promptId),
      },
    },
  });
  return { ...page, queue };
}

const row = (id: string) => screen.findByRole("article", { name: `Report ${id}` });
const note = () => screen.findByLabelText<HTMLTextAreaElement>("What the member is told besides");
const decide = async ({ user }: OpenPage) => user.click(await screen.findByRole("button", { name: "Decide" }));
const noReports = () => screen.findByText("Log in as a moderator to see the reports.");
const notes = ({ api }: OpenPage) => api.askedFor("HidePrompt").map(({ note }) => note);

async function write({ user }: OpenPage, id: string, words: string): Promise<void> {
  (await row(id)).focus();
  await user.keyboard("o");
  await pasteInto(user, await note(), words);
}

describe("the queue of reports", () => {
  it("is for moderators alone", async () => {
    await open();
    await noReports();
  });

  it("is not for other members", async () => {
    await open("42", false);
    await screen.findByText("Only moderators see this page.");
    expect(screen.queryByRole("link", { name: "Moderation" })).toBeNull();
  });

  it("says that somebody else has decided", async () => {
    const { user, queue } = await open("42");
    await row("7");
    queue.isTaken = true;
    await user.click(screen.getAllByRole("button", { name: "Keep it" })[0] as HTMLElement);
    await expectAnnounced("Somebody else has decided already");
  });
});

describe("what a moderator writes to a member", () => {
  it("is refused as a whole, and not cut, where it is longer than the member is told", async () => {
    const page = await open("42");
    await write(page, "7", "N");
    const words = "Noise! ".repeat(400);
    fireEvent.input(await note(), { target: { value: words } });
    await screen.findByText("2,800 / 500");
    await decide(page);
    await screen.findByText("At most 500 characters");
    expect((await note()).value).toBe(words);
    expect(notes(page)).toEqual([]);
    fireEvent.input(await note(), { target: { value: "Noise." } });
    await decide(page);
    await expect.poll(() => notes(page)).toEqual(["Noise."]);
  });

  it("stays when the session merely ends, and is sent once they are back", async () => {
    const page = await open("42");
    await expectMember("42");
    await write(page, "7", "Words of one");
    page.api.failure = "session ended";
    await pasteInto(page.user, await note(), ", and more");
    await decide(page);
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(page.user, "42");
    await expect.poll(() => notes(page).at(-1)).toBe("Words of one, and more");
    await expect.poll(() => screen.queryByLabelText("What the member is told besides")).toBeNull();
    await row("8");
    await expect.poll(() => screen.queryByRole("article", { name: "Report 7" })).toBeNull();
  });
});
