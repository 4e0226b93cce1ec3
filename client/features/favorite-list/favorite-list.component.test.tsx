import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage } from "../../testing/open-page";

const FAVORITES = "/en/user/favorite";

const EDITORS = {
  Query: { tags: () => ({ nodes: [{ slug: "favorite", label: "Editors’ picks" }] }) },
};

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;

/** Opens a page as a member who has kept these prompts. */
async function openAs(path: string, kept: string[], pageSize = 24) {
  const shelf = { kept, unshared: [] as string[] };
  const without = (id: unknown) => shelf.kept.filter((each) => each !== id);
  const page: OpenPage = await openPage(path, {
    account: "42",
    resolvers: {
      ...EDITORS,
      Prompt: {
        text: (prompt) => ({ title: `Prompt ${idOf(prompt)}` }),
        viewerHasFavorited: (prompt) => shelf.kept.includes(idOf(prompt)),
      },
      Viewer: {
        favorites: (_, { first, after }) => {
          const shared = shelf.kept.filter((id) => !shelf.unshared.includes(id));
          const start = after ? shared.indexOf(after as string) + 1 : 0;
          const ids = shared.slice(start, start + Math.min(first as number, pageSize));
          return {
            totalCount: shared.length,
            hiddenCount: shelf.unshared.length,
            nodes: ids.map((id) => ({ prompt: page.api.store.get("Prompt", id) })),
            pageInfo: { hasNextPage: start + ids.length < shared.length, endCursor: ids.at(-1) ?? null },
          };
        },
      },
      Mutation: {
        addFavorite: (_, { promptId }) => {
          shelf.kept = [promptId as string, ...without(promptId)];
          return { problems: [] };
        },
        removeFavorite: (_, { promptId }) => {
          shelf.kept = without(promptId);
          return { problems: [] };
        },
        moveFavorite: (_, { promptId, beforePromptId: before }) => {
          const rest = without(promptId);
          rest.splice(before ? rest.indexOf(before as string) : rest.length, 0, promptId as string);
          shelf.kept = rest;
          return { problems: [] };
        },
      },
    },
  });
  const choose = async (id: string, item: string) => {
    const row = (await screen.findByRole("heading", { name: `Prompt ${id}` })).closest("article") as HTMLElement;
    await page.user.click(row.querySelector("summary") as HTMLElement);
    await page.user.click(within(row).getByRole("button", { name: item }));
  };
  return { ...page, shelf, choose };
}

const shown = () =>
  screen.queryAllByRole("heading", { name: /^Prompt/ }).map(({ textContent }) => textContent.replace("Prompt ", ""));
const shows = (...ids: string[]) => expect.poll(shown).toEqual(ids);
const heart = (id: string) => screen.getByRole("button", { name: `Add “Prompt ${id}” to favourites` });

describe("the page of favourites", () => {
  it("asks visitors to log in", async () => {
    await openPage(FAVORITES);
    await screen.findByText("Log in to see your favourites.");
  });

  it("that is opened after the session has ended asks to log in, and then shows all that could not be loaded", async () => {
    const { user, api, router } = await openAs("/en/prompt/7", ["7"]);
    await expectMember("42");
    api.failure = "session ended";
    await router.navigate(FAVORITES);
    await screen.findByText("Your favourites could not be loaded. You have been logged out. Log in and try again.");
    expect(screen.queryByText(/^Member since/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await shows("7");
    await screen.findByText(/^Member since/);
  });

  it("tells a member without favourites what to do", async () => {
    const { user, router } = await openAs(FAVORITES, []);
    await screen.findByRole("heading", { name: "No favourites yet" });
    await user.click(screen.getByRole("link", { name: "Look through the library" }));
    await expect.poll(() => router.state.location.pathname).toBe("/en/");
  });

  it("is sorted from the menu of a row, and says where the row is", async () => {
    const { shelf, choose } = await openAs(FAVORITES, ["1", "2", "3"]);
    await choose("3", "Move to the top");
    await choose("1", "Move down");
    expect(shown()).toEqual(["3", "2", "1"]);
    await expectAnnounced("“Prompt 1” is at position 3 of 3 now.");
    await expect.poll(() => shelf.kept).toEqual(["3", "2", "1"]);
    await choose("3", "Move to the bottom");
    await choose("1", "Move up");
    expect(shown()).toEqual(["1", "2", "3"]);
    await expect.poll(() => shelf.kept).toEqual(["1", "2", "3"]);
  });

  it("puts the order back and says so, if a move fails", async () => {
    const { api, choose } = await openAs(FAVORITES, ["1", "2", "3"]);
    const release = api.hold("MoveFavorite");
    await choose("3", "Move to the top");
    expect(shown()).toEqual(["3", "1", "2"]);
    api.failure = "network";
    release();
    await expectAnnounced("Check your connection and try again.");
    await shows("1", "2", "3");
  });

  it("is loaded as far as it was once it is loaded anew, and returns the focus to the prompt that was opened", async () => {
    history.replaceState({ shown: 40 }, "");
    const { user, router } = await openAs(
      FAVORITES,
      Array.from({ length: 50 }, (_, at) => String(at + 1)),
      100,
    );
    await expect.poll(shown).toHaveLength(40);
    await user.click(screen.getByRole("link", { name: "Prompt 33" }));
    await screen.findByRole("heading", { level: 1, name: "Prompt 33" });
    await router.navigate(-1);
    await expect.poll(() => document.activeElement?.textContent).toBe("Prompt 33");
    expect(document.activeElement?.getAttribute("href")).toContain("/prompt/33");
  });

  it("loses what is removed at once, and Undo brings it back to its place", async () => {
    const { user, shelf } = await openAs(FAVORITES, ["1", "2", "3"]);
    await shows("1", "2", "3");
    await user.click(heart("2"));
    expect(shown()).toEqual(["1", "3"]);
    await expect.poll(() => shelf.kept).toEqual(["1", "3"]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await shows("1", "2", "3");
    await expect.poll(() => shelf.kept).toEqual(["1", "2", "3"]);
  });

  it("counts what is not shared at present, and shows it again when it is", async () => {
    const { shelf } = await openAs(FAVORITES, ["1"]);
    await shows("1");
    shelf.unshared = ["1"];
    fireEvent.focus(window);
    await screen.findByText(/^1 of your favourites is not shared at present\./);
    expect(shown()).toEqual([]);
    shelf.unshared = [];
    fireEvent.focus(window);
    await shows("1");
    expect(screen.queryByText(/not shared at present/)).toBeNull();
  });

  it("loads more on demand, in their order", async () => {
    const { user } = await openAs(FAVORITES, ["5", "4", "3", "2", "1"], 2);
    await shows("5", "4");
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await shows("5", "4", "3", "2");
  });
});

describe("the home page", () => {
  const shelfTitle = (name: string) => screen.findByRole("region", { name });

  it("has the editors' picks for a visitor", async () => {
    await openPage("/en/", { resolvers: EDITORS });
    await shelfTitle("Editors’ picks");
  });

  it("has a member's first favourites instead, and the way to all of them", async () => {
    const { user, router } = await openAs("/en/", ["1", "2", "3", "4", "5"]);
    const shelf = await shelfTitle("My favourites");
    expect(
      within(shelf)
        .getAllByRole("heading", { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(["Prompt 1", "Prompt 2"]);
    await user.click(within(shelf).getByRole("link", { name: "Show all 5" }));
    await expect.poll(() => router.state.location.pathname).toBe(FAVORITES);
    await shows("1", "2", "3", "4", "5");
  });
});

it("clearing the cache shows what other devices have changed, and leaves what is stored", async () => {
  const { user, router, shelf } = await openAs(FAVORITES, ["1"]);
  await shows("1");
  await user.click(await screen.findByRole("link", { name: "Your data" }));
  localStorage.setItem("polyprompt.private.42.a", "typed");
  shelf.kept = ["2", "1"];
  await user.click(await screen.findByRole("button", { name: "Clear cache" }));
  await expectAnnounced("Cache cleared");
  expect(localStorage.getItem("polyprompt.private.42.a")).toBe("typed");
  await router.navigate(FAVORITES);
  await shows("2", "1");
});
