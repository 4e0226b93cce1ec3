import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Locale } from "../../../contract/locales";
import { MockedApi } from "../../testing/mocked-api";
import { expectAnnounced, openPage } from "../../testing/open-page";

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;

/** Opens a page of a library whose three prompts are in English and German. */
function open(path: string, locale: Locale = "en") {
  const text = (prompt: unknown, given: Readonly<Record<string, unknown>>) => {
    const language = (given["locale"] as string | undefined) ?? "EN";
    return {
      locale: language,
      title: `Title ${idOf(prompt)} in ${language}`,
      content: "Words",
      excerpt: "Words",
      excerptIsWhole: true,
      remark: "",
    };
  };
  const api: MockedApi = new MockedApi({
    Query: {
      tags: () => ({ nodes: [] }),
      prompts: () => ({
        totalCount: 3,
        totalCountIsExact: true,
        search: null,
        nodes: ["1", "2", "3"].map((id) => api.store.get("Prompt", id)),
        pageInfo: { hasNextPage: false, endCursor: null },
      }),
    },
    Prompt: {
      locales: () => ["EN", "DE"],
      text,
      tags: () => [],
      author: () => null,
      shared: () => true,
    },
  });
  return openPage(path, { api, locale });
}

afterEach(() => void Reflect.deleteProperty(navigator, "share"));

const cards = () => within(document.getElementById("all") as HTMLElement).getAllByRole("article");
const card = async () => {
  await screen.findByRole("searchbox");
  return within(cards()[0] as HTMLElement);
};
const titles = () => cards().map((each) => within(each).getByRole("heading").textContent);

describe("a card", () => {
  it("says so where its text cannot be copied", async () => {
    const { user, api } = await open("/en/?sort=release");
    const first = await card();
    api.failure = "network";
    // As browsers do, it waits for what is to be copied.
    vi.spyOn(navigator.clipboard, "write").mockImplementation(async ([item]) => {
      await item?.getType("text/plain");
    });
    await user.click(first.getByRole("button", { name: "Copy" }));
    await first.findByRole("button", { name: "Not copied" });
    await expectAnnounced("The prompt could not be copied. Try again later.");
    expect(screen.getAllByText("The prompt could not be copied. Try again later.").length).toBeGreaterThan(1);
  });

  it("is shown in English and back by its own button, and no other card with it", async () => {
    const { user } = await open("/de/?sort=release", "de");
    const first = await card();
    const english = (name: string) => name.replace("DE", "EN");
    const before = titles();
    expect(before).toEqual(["Title 1 in DE", "Title 2 in DE", "Title 3 in DE"]);
    await user.click(first.getByRole("button", { name: "Auf English anzeigen" }));
    await expect.poll(titles).toEqual([english(before[0] as string), ...before.slice(1)]);
    expect(first.getByRole("heading").lang).toBe("en");
    first.getByText("Auf Englisch");
    await user.click(first.getByRole("button", { name: "Auf Deutsch anzeigen" }));
    await expect.poll(titles).toEqual(before);
  });
});

describe("the language of the prompts", () => {
  it("is offered to readers of another language than English", async () => {
    await open("/de/?sort=release", "de");
    const group = await screen.findByRole("group", { name: "Sprache der Prompts" });
    const names = within(group)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["Deutsch", "English"]);
  });

  it("is switched for all cards at once, in one request, and remembered, also where another page offers it", async () => {
    const { user, api } = await open("/de/?sort=release", "de");
    await card();
    const inLanguage = (code: string) => [1, 2, 3].map((id) => `Title ${id} in ${code}`);
    const before = api.asked.length;
    await user.click(screen.getByRole("button", { name: "English" }));
    await expect.poll(titles).toEqual(inLanguage("EN"));
    expect(api.asked).toHaveLength(before + 1);
    cleanup();
    await openPage("/de/?sort=release", { api, locale: "de" });
    await card();
    await expect.poll(titles).toEqual(inLanguage("EN"));
    // English was chosen, not the other language of the page.
    cleanup();
    const again = await openPage("/en/?sort=release", { api });
    await card();
    expect(titles()).toEqual(inLanguage("EN"));
    await again.user.click(screen.getByRole("button", { name: "Deutsch" }));
    await expect.poll(titles).toEqual(inLanguage("DE"));
  });

  it("is not offered to readers of English, neither for all nor for one", async () => {
    await open("/en/?sort=release");
    const first = await card();
    expect(screen.queryByRole("group", { name: "Language of the prompts" })).toBeNull();
    expect(first.queryByRole("button", { name: /^Show in/ })).toBeNull();
  });
});

describe("a prompt's page", () => {
  const share = async (sheet: (data: ShareData) => Promise<void>) => {
    const { user } = await open("/en/prompt/7?from=elsewhere");
    Object.defineProperty(navigator, "share", { value: sheet, configurable: true });
    await user.click(await screen.findByText("Share…"));
  };

  it("opens the device's share sheet with its address and title", async () => {
    const asked: ShareData[] = [];
    await share((data) => {
      asked.push(data);
      // Closing the sheet is not an error.
      return Promise.reject(new DOMException("Closed", "AbortError"));
    });
    expect(asked).toEqual([{ url: "http://localhost:3000/en/prompt/7", title: "Title 7 in EN" }]);
    expect(screen.queryByText(/could not be shared/)).toBeNull();
  });

  it("says so if the sheet fails", async () => {
    await share(() => Promise.reject(new Error("It broke.")));
    await expectAnnounced("The prompt could not be shared. Copy its link instead.");
  });
});

describe("a page", () => {
  const toFirst = () => within(cards()[0] as HTMLElement).getByRole("link", { name: "Title 1 in EN" });
  const arrive = () => screen.findByRole("heading", { level: 1, name: "Title 1 in EN" });

  it("whose data are late leaves the page before in place", async () => {
    const { user, api } = await open("/en/?sort=release");
    await card();
    const release = api.hold("PromptPage");
    await user.click(toFirst());
    await expect.poll(() => api.askedFor("PromptPage")).toHaveLength(1);
    expect(cards()).toHaveLength(3);
    release();
    await arrive();
  });
});
