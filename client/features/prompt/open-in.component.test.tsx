import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MockedApi } from "../../testing/mocked-api";
import { expectAnnounced, type OpenPage, openPage } from "../../testing/open-page";

const ROOMY = { label: "Roomy", href: "https://roomy.example/new?q={prompt}&from=us", maxLength: 100_000 };
const OTHER = { label: "Other", href: "https://other.example/?q={prompt}", maxLength: 100_000 };
const NARROW = { label: "Narrow", href: "https://narrow.example/c/?q={prompt}", maxLength: 20 };
const CONTENT = "Write to {{reader}}, now.";
const TOO_LONG = "The prompt is too long for a link. It has been copied: paste it into Narrow.";

/** Opens a page of a site with these chats, on which a card shows only the beginning of a prompt. */
function open(path: string, chatTargets = [ROOMY, OTHER, NARROW]): Promise<OpenPage> {
  const api: MockedApi = new MockedApi({
    Query: { prompts: () => ({ totalCount: 1, nodes: [api.store.get("Prompt", "7")] }) },
    Prompt: {
      text: () => ({ locale: "EN", title: "A letter", content: CONTENT, excerpt: "Write", excerptIsWhole: false }),
    },
  });
  return openPage(path, { api, links: { chatTargets } });
}

const PAGE = "/en/prompt/7";
const opener = async () =>
  within(await screen.findByRole("complementary", { name: "Fill in and copy" })).getByRole("button", {
    name: "Open in",
  });
/** Without layout, the menu hides as if its button were out of sight. */
const hidden = { hidden: true };
const items = async () => within(await screen.findByRole("menu", hidden)).getAllByRole("menuitem", hidden);
const item = async (name: RegExp) => (await items()).find((it) => name.test(it.textContent)) as HTMLAnchorElement;
const focused = () => document.activeElement?.textContent;
const isClosed = () => expect.poll(() => screen.queryByRole("menu", hidden)).toBeNull();
const address = (text: string) => ROOMY.href.replace("{prompt}", encodeURIComponent(text));

afterEach(() => {
  vi.useRealTimers();
});

describe("the menu of chats", () => {
  it("supports the standard menu keys, and is closed by Tab, by its button and by a press elsewhere", async () => {
    const { user } = await open(PAGE, [ROOMY, OTHER]);
    const button = await opener();
    button.focus();
    await user.keyboard("{Enter}");
    await expect.poll(focused).toBe("Roomy");
    expect(button.getAttribute("aria-expanded")).toBe("true");
    for (const [key, label] of [
      ["ArrowDown", "Other"],
      ["ArrowDown", "Roomy"],
      ["ArrowUp", "Other"],
      ["Home", "Roomy"],
      ["End", "Other"],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(focused(), key).toBe(label);
    }
    await user.keyboard("{Escape}");
    await isClosed();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");

    await user.keyboard("{Enter}");
    await expect.poll(focused).toBe("Roomy");
    await user.keyboard("{Tab}");
    await isClosed();
    await user.click(button);
    await items();
    await user.click(button);
    await isClosed();
    await user.click(button);
    await items();
    await user.click(screen.getByRole("heading", { level: 1 }));
    await isClosed();
  });

  it("on a card waits for the whole text, and says so if it cannot be loaded", async () => {
    const { user, api } = await open("/en/?sort=release");
    const all = await screen.findByRole("region", { name: "All prompts" });
    const button = await within(all).findByRole("button", { name: "Open in" });
    expect(api.askedFor("PromptContent")).toEqual([]);
    api.failure = "network";
    await user.click(button);
    await expectAnnounced("The text could not be loaded. Try again later.");
    expect(screen.queryByRole("menu", hidden)).toBeNull();
    api.failure = null;
    await user.click(button);
    expect((await item(/Roomy/)).href).toBe(address("Write to [reader], now."));
    expect(api.askedFor("PromptContent")).toHaveLength(2);
  });
});

describe("a chat", () => {
  it("receives the prompt with its blanks filled in so far, and what is typed next when opened again", async () => {
    const { user, api } = await open(PAGE);
    const button = await opener();
    const blank = () => within(screen.getByRole("region", { name: "Text of the prompt" })).getByRole("textbox");
    await user.type(blank(), "a & b");
    await user.click(button);
    const link = await item(/Roomy/);
    expect([link.href, link.target, link.rel]).toEqual([
      address("Write to a & b, now."),
      "_blank",
      "noopener noreferrer",
    ]);
    link.addEventListener("click", (event) => event.preventDefault());
    await user.keyboard(" ");
    await expect.poll(() => api.askedFor("RecordCopy")).toHaveLength(1);
    await isClosed();
    expect(document.activeElement).toBe(button);
    await user.clear(blank());
    await user.click(button);
    expect((await item(/Roomy/)).href).toBe(address("Write to [reader], now."));
  });

  it("receives a prompt that is too long for its address through the clipboard, and says so before and after", async () => {
    const { user, api } = await open(PAGE);
    await user.click(await opener());
    const narrow = await item(/^Narrow/);
    expect(narrow.textContent).toBe("NarrowToo long for a link: will be copied instead");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    narrow.click();
    await expectAnnounced(TOO_LONG);
    expect(await navigator.clipboard.readText()).toBe("Write to [reader], now.");
    expect(api.askedFor("RecordCopy")).toHaveLength(1);
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open Narrow" });
    expect(link.href).toBe("https://narrow.example/");
    // The link has the focus, so the notice stays.
    link.focus();
    vi.advanceTimersByTime(60_000);
    expect(link.isConnected).toBe(true);
    link.blur();
    vi.advanceTimersByTime(7900);
    expect(link.isConnected).toBe(true);
    vi.advanceTimersByTime(200);
    await expect.poll(() => link.isConnected).toBe(false);
  });
});
