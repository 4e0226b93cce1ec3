import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Resolvers } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";
const AUTHOR = "50";
type Vote = "UP" | "DOWN" | "NONE";
const WEIGHT: Record<Vote, number> = { UP: 1, DOWN: -1, NONE: 0 };

/** Opens the page of a prompt that others support. */
async function open(account?: string, given: { others?: number; vote?: Vote; problem?: string } = {}) {
  const { others = 0, vote = "NONE", problem } = given;
  const stored: { vote: Vote; others: number } = { vote, others };
  const resolvers: Resolvers = {
    Prompt: {
      text: () => ({ title: "A letter" }),
      author: () => page.api.store.get("User", AUTHOR),
      viewerVote: () => stored.vote,
      // As everybody sees it: pages are the same for all.
      upvoteDifference: () => stored.others + WEIGHT[stored.vote],
    },
    Mutation: {
      vote: (_, { promptId, value }) => {
        if (problem) return { problems: [{ code: problem }], prompt: null };
        stored.vote = value as Vote;
        return { problems: [], prompt: page.api.store.get("Prompt", promptId as string) };
      },
    },
  };
  const page: OpenPage = await openPage(PROMPT, { ...(account === undefined ? {} : { account }), resolvers });
  return { ...page, stored };
}

const up = () => screen.findByRole("button", { name: "Vote up “A letter”" });
const down = () => screen.findByRole("button", { name: "Vote down “A letter”" });
const shown = async () => {
  const [isUp, isDown] = [await up(), await down()].map((way) => way.getAttribute("aria-pressed") === "true");
  return [isUp ? "UP" : isDown ? "DOWN" : "NONE", screen.getByTitle(/^Support: /).title.replace("Support: ", "")];
};

describe("the vote of a member", () => {
  it("is cast, changed and taken back, shown at once, counted and announced", async () => {
    const { user, stored } = await open("42", { others: 4 });
    await expectMember("42");
    expect(await shown()).toEqual(["NONE", "4"]);
    await user.click(await up());
    expect(await shown()).toEqual(["UP", "5"]);
    await expectAnnounced("Support: 5");
    await expect.poll(() => stored.vote).toBe("UP");
    await user.click(await down());
    expect(await shown()).toEqual(["DOWN", "3"]);
    await expect.poll(() => stored.vote).toBe("DOWN");
    await user.click(await down());
    expect(await shown()).toEqual(["NONE", "4"]);
    await expect.poll(() => stored.vote).toBe("NONE");
  });

  it("tapped many times while the API is slow ends as the last tap says", async () => {
    const { user, api, stored } = await open("42");
    await expectMember("42");
    const release = api.hold("Vote");
    for (const way of [up, up, up, down]) await user.click(await way());
    expect(await shown()).toEqual(["DOWN", "-1"]);
    release();
    await expect.poll(() => stored.vote).toBe("DOWN");
    expect(await shown()).toEqual(["DOWN", "-1"]);
  });

  it("goes back without a connection, and says why", async () => {
    const { user, api, stored } = await open("42", { vote: "UP" });
    await expect.poll(shown).toEqual(["UP", "1"]);
    vi.stubGlobal("navigator", { onLine: false });
    api.failure = "network";
    await user.click(await down());
    await expectAnnounced("Your vote was not saved. Check your connection and try again.");
    expect(await shown()).toEqual(["UP", "1"]);
    expect(stored.vote).toBe("UP");
  });

  it("shows on the other device once its reader comes back, with the support of others", async () => {
    const { stored, api } = await open("42");
    await expect.poll(() => api.askedFor("VoteMarks").length).toBeGreaterThan(0);
    expect(await shown()).toEqual(["NONE", "0"]);
    Object.assign(stored, { vote: "UP", others: 1 });
    fireEvent.focus(window);
    await expect.poll(shown).toEqual(["UP", "2"]);
  });

  it("stays on the page when one returns to it and the session has ended elsewhere", async () => {
    const { stored, api } = await open("42", { vote: "UP" });
    await expect.poll(shown).toEqual(["UP", "1"]);
    const asked = api.askedFor("VoteMarks").length;
    // As a visitor is answered.
    stored.vote = "NONE";
    api.failure = "session ended";
    fireEvent.focus(window);
    // Twice, as the first one may have crossed with an answer that brought another cookie.
    await expect.poll(() => api.askedFor("VoteMarks").length).toBe(asked + 2);
    expect((await up()).getAttribute("aria-pressed")).toBe("true");
  });

  it("asks for the password where the session has ended elsewhere, and is carried out for the same member", async () => {
    const { user, api, stored } = await open("42");
    await expectMember("42");
    api.lastOfSession = "Vote";
    await user.click(await down());
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await expect.poll(() => stored.vote).toBe("DOWN");
    await expect.poll(shown).toEqual(["DOWN", "-1"]);
  });
});

describe("a visitor's vote", () => {
  it("is counted after logging in, once", async () => {
    const { user, api, stored } = await open();
    await user.click(await down());
    await screen.findByText(/Your vote is counted right after\.$/);
    expect(await shown()).toEqual(["NONE", "0"]);
    await logIn(user, "42");
    await expectAnnounced("Your vote is counted");
    expect(stored.vote).toBe("DOWN");
    expect(await shown()).toEqual(["DOWN", "-1"]);
    expect(api.askedFor("Vote")).toHaveLength(1);
    expect(localStorage.getItem("polyprompt.private.visitor#wish")).toBeNull();
  });

  it("is dropped with the dialog", async () => {
    const { user, api } = await open();
    await user.click(await up());
    await screen.findByText(/Your vote is counted right after\.$/);
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("link", { name: /^Log in/ }));
    await logIn(user, "42");
    await expect.poll(() => api.askedFor("VoteMarks").length).toBeGreaterThan(0);
    expect(await shown()).toEqual(["NONE", "0"]);
    expect(api.askedFor("Vote")).toEqual([]);
  });

  it("is refused with the reason, if it is the author who logs in", async () => {
    const { user, stored } = await open(undefined, { problem: "CANNOT_VOTE_OWN" });
    await user.click(await up());
    await screen.findByText(/Your vote is counted right after\.$/);
    await logIn(user, AUTHOR);
    await expectAnnounced("You cannot vote on your own prompts");
    expect(stored.vote).toBe("NONE");
    expect(screen.queryByRole("button", { name: /^Vote/ })).toBeNull();
  });
});

it("one's own prompt shows its support without buttons", async () => {
  await open(AUTHOR, { others: 1 });
  await expectMember(AUTHOR);
  await screen.findByTitle("Support: 1");
  expect(screen.queryByRole("button", { name: /^Vote/ })).toBeNull();
});
