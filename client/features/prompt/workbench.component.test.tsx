import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { MockedApi } from "../../testing/mocked-api";
import { expectAnnounced, type OpenPage, openPage } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";
const SENTENCE =
  "Practise {{language|the language}} with me. My level: {{level:beginner}}. Explain in {{words:English}}. Topic: {{topic:travel}}.";
const TWICE = "Dear {{who|name of the reader}},\n\nwelcome, {{who}}. {{who}}, this is about {{what:tea}}.";

/** Opens a page with this prompt. @param excerpt its beginning on cards; by default all of it */
function open(path: string, content: string, excerpt = content): Promise<OpenPage> {
  const api: MockedApi = new MockedApi({
    Query: { prompts: () => ({ totalCount: 1, nodes: [api.store.get("Prompt", "7")] }) },
    Prompt: {
      locales: () => ["EN", "JA"],
      text: (_, { locale }) => ({
        locale,
        title: locale === "JA" ? "手紙" : "A letter",
        content: locale === "JA" ? "{{topic}}。{{language}}。" : content,
        excerpt,
        excerptIsWhole: excerpt === content,
      }),
    },
  });
  return openPage(path, { api });
}

const sheet = async () => within(await screen.findByRole("region", { name: "Text of the prompt" }));
const bench = () => within(screen.getByRole("complementary", { name: "Fill in and copy" }));
const valuesIn = (part: { getAllByRole: typeof screen.getAllByRole }) =>
  part.getAllByRole("textbox").map((each) => (each as HTMLTextAreaElement).value);
const meter = () => bench().getByRole("status").textContent;
const copied = () => navigator.clipboard.readText();
const focusedName = () => document.activeElement?.getAttribute("aria-label");

// happy-dom has the attribute alone.
Object.defineProperty(HTMLElement.prototype, "enterKeyHint", {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute("enterkeyhint") ?? "";
  },
});

describe("the text of a prompt's page", () => {
  it("has the names of its blanks, which are beside it with their state and lead to them", async () => {
    const { user } = await open(PROMPT, SENTENCE);
    const fields = (await sheet()).getAllByRole("textbox").map((it) => it.getAttribute("aria-label"));
    expect(fields).toEqual(["the language", "level", "words", "topic"]);
    expect(meter()).toBe("3 of 4 blanks ready");
    await user.click(bench().getByRole("button", { name: "the language still empty" }));
    expect(focusedName()).toBe("the language");
    await user.keyboard("Bengali");
    expect(meter()).toBe("4 of 4 blanks ready");
    await user.click(bench().getByRole("button", { name: "topic travel" }));
    expect(focusedName()).toBe("topic");
    await user.click(bench().getByRole("button", { name: "the language Bengali" }));
    await user.clear((await sheet()).getByRole("textbox", { name: "the language" }));
    await user.keyboard("  {Shift>}{Enter}{/Shift}");
    // White space alone fills nothing.
    expect(meter()).toBe("3 of 4 blanks ready");
  });

  it("is filled in by keyboard: Tab and Enter walk the blanks, Shift+Enter breaks a line, Ctrl+Enter copies", async () => {
    const { user, api } = await open(PROMPT, SENTENCE);
    const fields = (await sheet()).getAllByRole("textbox");
    fields[0]?.focus();
    await user.keyboard("Bengali{Enter}");
    expect(focusedName()).toBe("level");
    await user.tab();
    await user.tab({ shift: true });
    await user.tab();
    expect(focusedName()).toBe("words");
    await user.keyboard("Hindi{Shift>}{Enter}{/Shift}and Urdu{Control>}{Enter}{/Control}");
    await expectAnnounced("Copied");
    expect(await copied()).toBe(
      "Practise Bengali with me. My level: beginner. Explain in Hindi\nand Urdu. Topic: travel.",
    );
    expect(focusedName()).toBe("words");
    // Enter in the last blank stays there.
    await user.keyboard("{Enter}{Enter}");
    expect(focusedName()).toBe("topic");
    expect(valuesIn(await sheet())).toEqual(["Bengali", "", "Hindi\nand Urdu", ""]);
    // Clear empties the blanks and begins again with the first.
    await user.click(bench().getAllByRole("button", { name: "Clear" })[0] as HTMLElement);
    expect(valuesIn(await sheet())).toEqual(["", "", "", ""]);
    expect(focusedName()).toBe("the language");
    await expect.poll(() => api.askedFor("RecordCopy")).toHaveLength(1);
  });

  it("has one field for a name that occurs twice, which the later places repeat", async () => {
    const { user } = await open(PROMPT, TWICE);
    const [who] = (await sheet()).getAllByRole("textbox");
    expect(meter()).toBe("1 of 2 blanks ready");
    await user.click(who as HTMLElement);
    await user.paste("Ada $& {{what}} <b>");
    expect((await sheet()).getAllByText("Ada $& {{what}} <b>", { selector: "[data-state=filled]" })).toHaveLength(2);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await expectAnnounced("Copied");
    expect(await copied()).toBe(
      "Dear Ada $& {{what}} <b>,\n\nwelcome, Ada $& {{what}} <b>. Ada $& {{what}} <b>, this is about tea.",
    );
  });

  it("keeps what is typed for another language of the text, and for the next visit", async () => {
    const { user, api } = await open(PROMPT, SENTENCE);
    await user.type((await sheet()).getByRole("textbox", { name: "the language" }), "Bengali");
    await user.type((await sheet()).getByRole("textbox", { name: "topic" }), "trains");
    await user.click((await sheet()).getByRole("link", { name: "日本語" }));
    await screen.findByRole("heading", { level: 1, name: "手紙" });
    expect(valuesIn(await sheet())).toEqual(["trains", "Bengali"]);
    cleanup();
    await openPage(PROMPT, { api });
    await expect.poll(async () => valuesIn(await sheet())).toEqual(["Bengali", "", "", "trains"]);
  });

  it("does not say that what is typed stays on the device, where the browser takes no more", async () => {
    const storage = localStorage;
    const getItem = (key: string) => storage.getItem(key);
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const { user } = await open(PROMPT, SENTENCE);
    const promise = () => bench().queryByText("What you type stays on this device.");
    await screen.findByText("What you type stays on this device.");
    vi.stubGlobal("localStorage", {
      length: 0,
      key: () => null,
      getItem,
      setItem,
      removeItem: () => {},
      clear: () => storage.clear(),
    });
    await user.type((await sheet()).getByRole("textbox", { name: "the language" }), "Bengali");
    await expect.poll(promise).toBeNull();
  });
});

describe("a card", () => {
  const card = async () =>
    within(await within(await screen.findByRole("region", { name: "All prompts" })).findByRole("article"));

  it("lights up by keyboard with the focus at the blank, Escape leaves it, and its page has the same values", async () => {
    const { user } = await open("/en/", SENTENCE);
    (await card()).getByRole("button", { name: "the language" }).focus();
    await user.keyboard("{Enter}");
    await expect.poll(focusedName).toBe("the language");
    await user.keyboard("Bengali");
    await user.tab();
    await user.keyboard("fluent{Control>}{Enter}{/Control}");
    await (await card()).findByRole("button", { name: "Copied" });
    expect(await copied()).toBe("Practise Bengali with me. My level: fluent. Explain in English. Topic: travel.");
    await user.keyboard("{Escape}");
    await expect.poll(focusedName).toBe("level: fluent");
    await user.keyboard(" ");
    await expect.poll(focusedName).toBe("level");
    await user.click((await card()).getByRole("link", { name: "A letter" }));
    await expect.poll(async () => valuesIn(await sheet())).toEqual(["Bengali", "fluent", "", ""]);
  });

  it("reports a text that fails to load, and keeps what was typed when it loads late", async () => {
    const whole = "Write to {{reader}}.\n\nThe letter:\n{{letter}}";
    const { user, api } = await open("/en/", whole, "Write to {{reader}}.");
    const blank = (await card()).getByRole("button", { name: "reader" });
    api.failure = "network";
    await user.click(blank);
    await expect.poll(focusedName).toBe("reader");
    await user.keyboard("curious ");
    await expectAnnounced("The text could not be loaded. Try again later.");
    api.failure = null;
    const release = api.hold("PromptContent");
    await user.click((await card()).getByRole("link", { name: "Show more" }));
    await user.click((await card()).getByRole("textbox", { name: "reader" }));
    await user.keyboard("children");
    release();
    // The rest of the text arrives around the field, which keeps its words and the focus.
    await (await card()).findByRole("textbox", { name: "letter" });
    expect(focusedName()).toBe("reader");
    expect(valuesIn(await card())).toEqual(["curious children", ""]);
  });
});
