import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MockedApi } from "../../testing/mocked-api";
import { openPage, type OpenPage } from "../../testing/open-page";

const FIRST_PAGE = 12;
const LATER_PAGE = 24;
/** Longer than every delay of the page. */
const AFTER_DEBOUNCE_MS = 2000;

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;

interface Filter {
  query?: string | null;
  tags?: string[] | null;
  tagMatch?: string | null;
  origin?: string | null;
}

interface Library {
  /** How many prompts it has. "Prompt 7" is about code if its number is odd. */
  size?: number;
  community?: number;
}

/** Opens a list of a library whose prompts are found by a part of their title. */
async function open(path: string, { size = 40, community = 0 }: Library = {}): Promise<OpenPage> {
  const titleOf = (id: string) => `Prompt ${id}`;
  const tagsOf = (id: string) => [Number(id) % 2 === 1 ? "code" : "write"];
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));
  const tag = (slug: string) => ({ slug, label: slug, promptCount: 20, libraryPromptCount: 20 });
  const api: MockedApi = new MockedApi({
    Query: {
      tags: () => ({ nodes: ["code", "write"].map(tag) }),
      prompts: (_, given) => {
        const { query, tags, tagMatch, origin } = (given["filter"] ?? {}) as Filter;
        const all = origin === "COMMUNITY" ? ids(1001, community) : ids(1, size);
        const hasTags = (id: string) => {
          const has = (slug: string) => tagsOf(id).includes(slug);
          return !tags?.length || (tagMatch === "ALL" ? tags.every(has) : tags.some(has));
        };
        const found = all.filter((id) => titleOf(id).includes(query ?? "") && hasTags(id));
        const start = Number(given["after"] ?? 0);
        const end = start + Number(given["first"]);
        return {
          totalCount: found.length,
          totalCountIsExact: true,
          search: null,
          nodes: found.slice(start, end).map((id) => api.store.get("Prompt", id)),
          edges: found.slice(start, end).map((id) => {
            const at = titleOf(id).indexOf(query ?? "");
            // Of every other one it is not known where.
            const title = [{ start: at, end: at + (query ?? "").length }];
            return { node: api.store.get("Prompt", id), highlights: Number(id) % 2 ? { title, remark: [] } : null };
          }),
          pageInfo: { hasNextPage: end < found.length, endCursor: String(end) },
        };
      },
    },
    Prompt: {
      text: (prompt) => ({ title: titleOf(idOf(prompt)), content: "Words", remark: "" }),
      tags: (prompt) => tagsOf(idOf(prompt)).map(tag),
      shared: () => true,
      author: (prompt) => (Number(idOf(prompt)) > 1000 ? api.store.get("User", "50") : null),
    },
  });
  api.store.set("User", "50", "username", "Ольга");
  const page = await openPage(path, { api });
  await screen.findByRole("searchbox");
  return page;
}

const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (words: string) => fireEvent.input(field(), { target: { value: words } });
const section = () => document.getElementById("all") as HTMLElement;
const titles = () => [...section().querySelectorAll("article h3")].map(({ textContent }) => textContent);
const heading = () => document.getElementById("prompts")?.textContent;
const address = ({ router }: OpenPage) => router.state.location.search;
/** The words of the searches in the library. */
const searches = ({ api }: OpenPage) => {
  const filters = api.askedFor("PromptList").map(({ filter }) => filter as Filter);
  return filters
    .filter(({ origin, tags }) => origin === "LIBRARY" && !tags?.includes("favorite"))
    .map(({ query }) => query);
};

describe("the words of a search", () => {
  const marks = () => [...section().querySelectorAll("mark")].map(({ textContent }) => textContent);
  const marked = () =>
    titles().filter((_, index) => section().querySelectorAll("article h3")[index]?.querySelector("mark"));

  it("are marked where prompts have them, also in those that are loaded later", async () => {
    const { user } = await open("/en/?q=Prompt");
    expect(marks()).toEqual(Array(FIRST_PAGE / 2).fill("Prompt"));
    expect(marked()).toEqual(["Prompt 1", "Prompt 3", "Prompt 5", "Prompt 7", "Prompt 9", "Prompt 11"]);
    await user.click(screen.getByRole("link", { name: "Load more" }));
    await expect.poll(() => marks().length).toBe((FIRST_PAGE + LATER_PAGE) / 2);
    expect(marked().at(-1)).toBe("Prompt 35");
  });

  it("are not asked for without any", async () => {
    const { api } = await open("/en/");
    expect(api.askedFor("PromptList").map(({ isSearch }) => isSearch)).toEqual([false]);
    expect(marks()).toEqual([]);
  });
});

describe("the search field", () => {
  afterEach(() => vi.useRealTimers());

  it("waits while its reader types, but not after Enter", async () => {
    const page = await open("/en/");
    const before = searches(page).length;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const words of ["P", "Prom", "Prompt 4"]) {
      type(words);
      vi.advanceTimersByTime(150);
    }
    expect(searches(page)).toHaveLength(before);
    vi.advanceTimersByTime(AFTER_DEBOUNCE_MS);
    await expect.poll(() => searches(page).slice(before)).toEqual(["Prompt 4"]);
    await expect.poll(() => address(page)).toBe("?q=Prompt+4");
    type("Prompt 5");
    fireEvent.submit(field().form as HTMLFormElement);
    await expect.poll(() => searches(page).slice(before)).toEqual(["Prompt 4", "Prompt 5"]);
    await expect.poll(titles).toEqual(["Prompt 5"]);
  });

  it("does not interrupt an input method", async () => {
    const page = await open("/en/");
    const before = searches(page).length;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.compositionStart(field());
    for (const words of ["ㅍ", "프", "프ㄹ"]) {
      type(words);
      vi.advanceTimersByTime(AFTER_DEBOUNCE_MS);
      expect(field().value).toBe(words);
    }
    // The Enter that accepts a candidate belongs to the input method, not the form.
    expect(fireEvent.keyDown(field(), { key: "Enter", isComposing: true })).toBe(false);
    fireEvent.submit(field().form as HTMLFormElement);
    vi.advanceTimersByTime(AFTER_DEBOUNCE_MS);
    expect(address(page)).toBe("");
    expect(searches(page)).toHaveLength(before);
    expect(field().value).toBe("프ㄹ");
    type("프롬프트");
    fireEvent.compositionEnd(field());
    vi.advanceTimersByTime(AFTER_DEBOUNCE_MS);
    await expect.poll(() => searches(page).slice(before)).toEqual(["프롬프트"]);
    expect(field().value).toBe("프롬프트");
  });

  it("is focused by Ctrl+K or ⌘+K from anywhere, and what it has is replaced", async () => {
    const { user } = await open("/en/?q=Prompt+4");
    for (const shortcut of ["{Control>}k{/Control}", "{Meta>}k{/Meta}"]) {
      field().blur();
      await user.keyboard(shortcut);
      expect(document.activeElement).toBe(field());
    }
    await user.keyboard("Nothing");
    expect(field().value).toBe("Nothing");
    await screen.findByText("No prompt yet for", { exact: false });
  });

  it("is emptied by its button, by hand or by the way to all prompts", async () => {
    const page = await open("/en/");
    const expectAll = async () => {
      await expect.poll(() => address(page)).toBe("");
      await expect.poll(titles).toHaveLength(FIRST_PAGE);
      expect(field().value).toBe("");
      expect(heading()).toContain("All prompts");
    };
    const search = async (words: string, found: number) => {
      type(words);
      await expect.poll(titles).toHaveLength(found);
      expect(heading()).toContain(found > 0 ? "Prompts found" : "Nothing found");
    };
    await search("Prompt 40", 1);
    await page.user.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(document.activeElement).toBe(field());
    await expectAll();
    await search("Prompt 40", 1);
    type("");
    await expectAll();
    await search("Nothing", 0);
    await page.user.click(await screen.findByRole("link", { name: "Show all prompts" }));
    await expectAll();
  });
});

describe("tags and the order", () => {
  const press = ({ user }: OpenPage, name: string | RegExp) =>
    user.click(within(section()).getAllByRole("link", { name })[0] as HTMLElement);
  const ways = () =>
    within(within(section()).getByRole("group", { name: "Sort by" }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);

  it("on cards are added to the filters and removed again, and on a prompt's page lead to all prompts with that tag", async () => {
    const page = await open("/en/?tag=code", { size: 3 });
    await press(page, "code: remove from the filters");
    await expect.poll(() => address(page)).toBe("");
    await expect.poll(() => document.activeElement?.id).toBe("prompts");
    await expect.poll(titles).toContain("Prompt 2");
    await press(page, "write: add to the filters");
    await expect.poll(() => address(page)).toBe("?tag=write");
    await expect.poll(titles).not.toContain("Prompt 1");
    await press(page, "Prompt 2");
    await screen.findByRole("heading", { level: 1, name: "Prompt 2" });
    const [tag] = screen.getAllByRole("link", { name: "write: all prompts with this tag" });
    await page.user.click(tag as HTMLElement);
    await expect.poll(() => address(page)).toBe("?tag=write");
    await expect.poll(titles).toContain("Prompt 2");
  });

  it("has a field and a direction, and is by relevance only while there are search words", async () => {
    const page = await open("/en/", { size: 3 });
    expect(ways()).toEqual(["Support", "Release time"]);
    await press(page, "Release time");
    await expect.poll(() => address(page)).toBe("?sort=release");
    await press(page, "Newest first. Change to: Oldest first");
    await expect.poll(() => address(page)).toBe("?sort=release&order=asc");
    await press(page, "Support");
    await expect.poll(() => address(page)).toBe("?order=asc");
    await press(page, "Lowest first. Change to: Highest first");
    // Highest support first is the plain list.
    await expect.poll(() => address(page)).toBe("");

    type("Prompt 3");
    await expect.poll(ways).toEqual(["Relevance", "Support", "Release time"]);
    expect(within(section()).getByRole("link", { name: "Relevance" }).getAttribute("aria-current")).toBe("true");
    await press(page, "Release time");
    await expect.poll(() => address(page)).toBe("?q=Prompt+3&sort=release");
    await press(page, /^Clear filters/);
    await expect.poll(() => address(page)).toBe("?sort=release");
    await expect.poll(ways).toEqual(["Support", "Release time"]);
  });
});

describe("while the API is late", () => {
  it("Clear filters also clears a search that is still being typed", async () => {
    const page = await open("/en/?tag=code");
    const release = page.api.hold("PromptList");
    type("Prompt 4");
    await page.user.click(screen.getByRole("link", { name: /^Clear filters/ }));
    release();
    await expect.poll(() => address(page)).toBe("");
    await expect.poll(heading).toContain("All prompts");
    expect(field().value).toBe("");
    expect(document.activeElement?.id).toBe("prompts");
  });

  it("a search still being typed does not pull the reader back from a prompt they have opened", async () => {
    const page = await open("/en/");
    const release = page.api.hold("PromptList");
    type("Prompt 4");
    await expect.poll(() => searches(page)).toContain("Prompt 4");
    await page.user.click(within(section()).getByRole("link", { name: "Prompt 3" }));
    const title = () => screen.findByRole("heading", { level: 1, name: "Prompt 3" });
    await title();
    release();
    // The answer has come by the time that the reader goes on.
    await page.user.click(await title());
    await expect.poll(() => page.router.state.navigation.state).toBe("idle");
    await title();
    expect(page.router.state.location.pathname).toBe("/en/prompt/3");
  });
});

describe("a list that fails to load", () => {
  it("says so in its place, keeps words and tags, and loads after Retry", async () => {
    const page = await open("/en/?tag=code");
    const isPressed = (slug: string) =>
      within(section())
        .getByRole("link", { name: new RegExp(`^${slug}`) })
        .getAttribute("aria-current") === "true";
    page.api.failure = "network";
    type("Prompt 1");
    await within(section()).findByText("These prompts could not be loaded.");
    expect(field().value).toBe("Prompt 1");
    expect(isPressed("code")).toBe(true);
    expect(titles()).toEqual([]);
    expect(address(page)).toBe("?q=Prompt+1&tag=code");
    // Another filter may be tried instead, and fails as well.
    await page.user.click(within(section()).getByRole("link", { name: /^write/ }));
    await expect.poll(() => address(page)).toBe("?q=Prompt+1&tag=code&tag=write");
    page.api.failure = null;
    await page.user.click(within(section()).getByRole("button", { name: "Retry" }));
    await expect.poll(titles).toHaveLength(11);
    expect(within(section()).queryByRole("alert")).toBeNull();
    expect(document.activeElement?.id).toBe("prompts");
  });

  it("keeps what it has where more could not be loaded, and can be retried", async () => {
    const page = await open("/en/");
    page.api.failure = "network";
    await page.user.click(screen.getByRole("link", { name: "Load more" }));
    await screen.findByText("More prompts could not be loaded. Try again.");
    expect(titles()).toHaveLength(FIRST_PAGE);
    page.api.failure = null;
    await page.user.click(screen.getByRole("link", { name: "Retry" }));
    await expect.poll(titles).toHaveLength(FIRST_PAGE + LATER_PAGE);
    expect(screen.queryByText("More prompts could not be loaded. Try again.")).toBeNull();
  });
});

describe("a list that could not be loaded, or not further,", () => {
  const MORE_FAILED = "More prompts could not be loaded. Try again.";
  const TO_WAIT = "Too much was requested from your network. Try again in 2 minutes.";

  it("loads by itself once the browser is back online", async () => {
    const page = await open("/en/");
    page.api.failure = "network";
    await page.user.click(screen.getByRole("link", { name: "Load more" }));
    await screen.findByText(MORE_FAILED);
    page.api.failure = null;
    fireEvent(window, new Event("online"));
    await expect.poll(titles).toHaveLength(FIRST_PAGE + LATER_PAGE);
    expect(screen.queryByText(MORE_FAILED)).toBeNull();
    page.api.failure = "network";
    type("Prompt 40");
    await within(section()).findByText("These prompts could not be loaded.");
    page.api.failure = null;
    fireEvent(window, new Event("online"));
    await expect.poll(titles).toEqual(["Prompt 40"]);
    // Nothing is asked for again once it is there.
    const { length } = page.api.asked;
    fireEvent(window, new Event("online"));
    expect(page.api.asked).toHaveLength(length);
  });

  it("says when to try again, where too much was asked for", async () => {
    const page = await open("/en/");
    page.api.failure = "limited";
    await page.user.click(screen.getByRole("link", { name: "Load more" }));
    await within(section()).findByText(TO_WAIT);
    expect(screen.queryByText(MORE_FAILED)).toBeNull();
    type("Prompt 40");
    await within(section()).findByText("These prompts could not be loaded.");
    await within(section()).findByText(TO_WAIT);
    within(section()).getByRole("button", { name: "Retry" });
  });
});

describe("a list that was loaded further", () => {
  const loadMore = async ({ user }: OpenPage) => {
    await user.click(screen.getByRole("link", { name: "Load more" }));
    await expect.poll(titles).toHaveLength(FIRST_PAGE + LATER_PAGE);
  };
  const sizes = ({ api }: OpenPage) => api.askedFor("PromptList").map(({ first }) => first);

  it.each([
    ["", "/en/"],
    ["of the community ", "/en/community-prompts"],
  ])("%sreturns the focus after Back to the link that was followed", async (_of, path) => {
    const page = await open(path, { community: 40 });
    await expect.poll(() => section().querySelectorAll("h3 a, li a").length).toBeGreaterThan(0);
    await page.user.click(screen.getByRole("link", { name: "Load more" }));
    const name = path === "/en/" ? "Prompt 30" : "Prompt 1030";
    const link = await within(section()).findByRole("link", { name });
    await page.user.click(link);
    await screen.findByRole("heading", { level: 1, name });
    await expect.poll(() => document.activeElement?.tagName).toBe("MAIN");
    await page.router.navigate(-1);
    await expect.poll(() => document.activeElement?.textContent).toBe(name);
    expect(section().contains(document.activeElement)).toBe(true);
    // Forward leads to a page where no link was followed.
    await page.router.navigate(1);
    await expect.poll(() => document.activeElement?.tagName).toBe("MAIN");
  });

  it("is loaded as far again once its page is loaded anew, and only then", async () => {
    const page = await open("/en/");
    await loadMore(page);
    expect(sizes(page)).toEqual([FIRST_PAGE, LATER_PAGE]);
    cleanup();
    const again = await open("/en/");
    await expect.poll(titles).toHaveLength(FIRST_PAGE + LATER_PAGE);
    expect(sizes(again)).toEqual([FIRST_PAGE, LATER_PAGE]);
    cleanup();
    // Another entry of the history.
    history.replaceState(null, "");
    const other = await open("/en/");
    await expect.poll(titles).toHaveLength(FIRST_PAGE);
    expect(sizes(other)).toEqual([FIRST_PAGE]);
  });

  it("is loaded as far again in few queries", async () => {
    history.replaceState({ shown: 100 }, "");
    const page = await open("/en/", { size: 120 });
    await expect.poll(titles).toHaveLength(100);
    expect(sizes(page)).toEqual([FIRST_PAGE, 60, 28]);
  });
});

describe("an empty list", () => {
  it("of the community, where nobody has shared one yet, is an invitation to write the first, and nothing else", async () => {
    const { user } = await open("/en/community-prompts");
    await within(section()).findByText("Nobody has shared a prompt yet");
    expect(within(section()).queryByRole("link", { name: "Show all prompts" })).toBeNull();
    await user.click(within(section()).getByRole("button", { name: "Write the first one" }));
    await screen.findByRole("dialog", { name: "Log in" });
  });

  it("of the library asks once more, for prompts of the community, and only where there is little", async () => {
    const page = await open("/en/", { community: 7 });
    const asked = () =>
      page.api.asked.filter(({ variables }) => (variables["filter"] as Filter | undefined)?.origin === "COMMUNITY")
        .length;
    type("Prompt 1");
    await expect.poll(titles).toHaveLength(11);
    expect(asked()).toBe(0);
    type("Prompt 100");
    const suggestions = () => screen.queryByRole("region", { name: "Matching community prompts" });
    await expect.poll(suggestions).not.toBeNull();
    expect(within(suggestions() as HTMLElement).getAllByRole("article").length).toBeGreaterThan(0);
    expect(asked()).toBe(1);
    type("");
    await expect.poll(titles).toHaveLength(FIRST_PAGE);
    expect(suggestions()).toBeNull();
  });

  it("of all tags together offers prompts with any of them first", async () => {
    const page = await open("/en/?tag=code&tag=write&match=all");
    const none = await screen.findByText("No prompt yet with these tags");
    const ways = within(none.parentElement as HTMLElement).getAllByRole("link");
    expect(ways.map(({ textContent }) => textContent)).toEqual(["Match any of the tags", "Show all prompts"]);
    await page.user.click(ways[0] as HTMLElement);
    await expect.poll(titles).toHaveLength(FIRST_PAGE);
    expect(address(page)).toBe("?tag=code&tag=write");
    expect(document.activeElement?.id).toBe("prompts");
  });

  it("keeps the selected tags; without one it has no row of tags, which would find nothing either", async () => {
    const page = await open("/en/?q=Nothing&tag=code");
    const tags = () => screen.queryByRole("navigation", { name: "Filter by tag" });
    // What counts the library's prompts would be wrong beside words.
    expect(tags()?.textContent).not.toMatch(/\d/);
    await page.user.click(within(tags() as HTMLElement).getByRole("link", { name: "code" }));
    await expect.poll(tags).toBeNull();
    expect(address(page)).toBe("?q=Nothing");
    expect(document.activeElement?.id).toBe("prompts");
    type("");
    await expect.poll(tags).not.toBeNull();
  });
});

it("a prompt that a member shares names its author, on its card and on its page", async () => {
  const page = await open("/en/?q=Prompt+1001", { community: 7 });
  const card = await screen.findByRole("article", { name: "Prompt 1001" });
  within(card).getByText("Community");
  expect(card.textContent).toContain("by Ольга");
  await page.user.click(within(card).getByRole("link", { name: "Prompt 1001" }));
  await screen.findByRole("heading", { level: 1, name: "Prompt 1001" });
  const prompt = document.querySelector("article[aria-labelledby=title]") as HTMLElement;
  within(prompt).getByText("Community");
  expect(prompt.textContent).toContain("by Ольга");
});
