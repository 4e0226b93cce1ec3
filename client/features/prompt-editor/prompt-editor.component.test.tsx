import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAnnounced, logIn, openPage } from "../../testing/open-page";
import { OwnPrompts } from "../../testing/own-prompts";

const TEXT = "Explain this to a child.";

/** Opens the list of member 42. */
async function open(prompts: OwnPrompts) {
  const page = await openPage("/en/user/", { account: "42", api: prompts.api });
  const press = async (name: string) => page.user.click((await editor()).getByRole("button", { name }));
  const fill = async (field: HTMLElement, words: string) => {
    await page.user.clear(field);
    await page.user.click(field);
    await page.user.paste(words);
  };
  const begin = async () => {
    const name = prompts.all.size > 0 ? /^Edit/ : "Add a prompt";
    await page.user.click(await within(await screen.findByRole("main")).findByRole("button", { name }));
    await editor();
  };
  await screen.findByRole("heading", { level: 1, name: "member42" });
  return { ...page, prompts, press, fill, begin };
}

const editor = async () => within(await screen.findByRole("dialog", { name: /Add a prompt|Change the prompt/ }));
// Not within the dialog that is there now: the one that loads is replaced by the one with the fields.
const title = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Title" });
const text = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
const isClosed = () => expect.poll(() => screen.queryByRole("dialog")).toBeNull();

describe("a new prompt", () => {
  it("is not sent before it is right: its problems lead to their fields", async () => {
    const { user, api, press, fill, begin } = await open(new OwnPrompts());
    await begin();
    await title();
    await press("Save");
    await (await editor()).findByText(/2 fields need your attention/);
    expect(document.activeElement).toBe(await title());
    await user.click((await editor()).getByRole("link", { name: "Text" }));
    expect(document.activeElement).toBe(await text());
    await fill(await text(), TEXT);
    await (await editor()).findByText(/1 field needs your attention/);
    await fill(await title(), "Right");
    // It is no failure any more, and not saved yet.
    expect((await editor()).getByText("Not saved yet.").closest("[role]")?.role).toBe("status");
    await fill(await title(), "x".repeat(123));
    await press("Save");
    await (await editor()).findByText("3 characters too many");
    expect(api.askedFor("CreatePrompt")).toEqual([]);
  });

  it("comes back with everything typed offline, and as the session has ended; then it is sent", async () => {
    const { user, api, press, fill, begin } = await open(new OwnPrompts());
    await begin();
    await fill(await title(), "Kept");
    await fill(await text(), TEXT);
    api.failure = "network";
    await press("Save");
    await (await editor()).findByText(/Check your connection/);
    expect([(await title()).value, (await text()).value]).toEqual(["Kept", TEXT]);
    api.failure = null;
    api.lastOfSession = "CreatePrompt";
    await press("Save");
    await screen.findByText(/nothing that you typed is lost/);
    await user.keyboard("{Escape}");
    await (await editor()).findByText(/Your prompt could not be saved\. You have been logged out\./);
    await press("Save");
    await logIn(user, "42");
    await screen.findByRole("link", { name: "Open the prompt" });
    await screen.findByRole("link", { name: "Kept" });
  });

  it("is not sent for another member who signs in instead: the page reloads, and the draft waits for its owner", async () => {
    const { user, api, press, fill, begin, left } = await open(new OwnPrompts());
    await begin();
    await fill(await title(), "Secret words");
    await fill(await text(), TEXT);
    api.lastOfSession = "CreatePrompt";
    await press("Save");
    await screen.findByText(/nothing that you typed is lost/);
    await logIn(user, "43");
    await expect.poll(() => left).toEqual([undefined]);
    expect(api.askedFor("CreatePrompt")).toHaveLength(1);
    const kept = Object.entries({ ...localStorage }).filter(([, entry]) => String(entry).includes("Secret words"));
    expect(kept.map(([key]) => key)).toEqual([expect.stringMatching(/private\.42#draft\.new/)]);
  });

  it("has a draft of its own, with which one goes on where prompts are added; discarding loses that one alone", async () => {
    const { user, press, fill, begin } = await open(new OwnPrompts());
    const page = () => within(screen.getByRole("main"));
    const leave = async (words: string) => {
      await fill(await title(), words);
      await press("Close");
      await isClosed();
    };
    await begin();
    await leave("First");
    await begin();
    expect((await title()).value).toBe("");
    (await editor()).getByText("First");
    await leave("Second");
    const rows = () =>
      page()
        .getAllByRole("listitem")
        .filter((row) => within(row).queryByRole("button", { name: "Discard" }));
    expect(rows().map(({ textContent }) => /draft of (\w+)/.exec(textContent)?.[1])).toEqual(["Second", "First"]);
    await user.click(page().getAllByRole("button", { name: "Discard" })[1] as HTMLElement);
    await user.click(page().getByRole("button", { name: "Keep it" }));
    await user.click(page().getAllByRole("button", { name: "Discard" })[1] as HTMLElement);
    await user.click(within(rows()[1] as HTMLElement).getByRole("button", { name: "Discard" }));
    expect(page().queryByText("First")).toBeNull();
    await user.click(page().getByRole("button", { name: "Go on writing" }));
    expect((await title()).value).toBe("Second");
  });

  it("that was kept by an earlier release is not lost", async () => {
    const draft = { texts: { en: { title: "Kept long ago", content: "" } }, locale: "en", savedAt: 1, writer: "a" };
    localStorage.setItem("polyprompt.private.42#draft.new", JSON.stringify({ version: 1, ...draft, base: null }));
    const { user } = await open(new OwnPrompts());
    await user.click(await screen.findByRole("button", { name: "Go on writing" }));
    expect((await title()).value).toBe("Kept long ago");
  });

  it("can be written in two languages, one beside the other, the first one of which it is made in", async () => {
    const { user, prompts, press, fill, begin } = await open(new OwnPrompts());
    await begin();
    await fill(await title(), "Plan a garden");
    await fill(await text(), TEXT);
    await user.selectOptions((await editor()).getByRole("combobox", { name: "Add a language" }), "de");
    const beside = within((await editor()).getByRole("region", { name: "English" }));
    beside.getByText("Plan a garden");
    beside.getByText(TEXT);
    await fill(await title(), "Einen Garten planen");
    await press("Save");
    // What is missing is missing in German.
    await (await editor()).findByText(/1 field needs your attention/);
    await fill(await text(), "Erkläre es.");
    await press("Save");
    await expectAnnounced("Your prompt is saved");
    expect(Object.entries(prompts.all.get("1")?.texts ?? {})).toMatchObject([
      ["EN", { title: "Plan a garden" }],
      ["DE", { title: "Einen Garten planen" }],
    ]);
    expect(prompts.api.askedFor("CreatePrompt")).toHaveLength(1);
    expect(prompts.api.askedFor("UpdatePrompt")).toEqual([]);
  });

  it("is in the list at once, and saved once for two taps; the next one is empty", async () => {
    const { user, api, press, fill, begin } = await open(new OwnPrompts());
    await begin();
    await fill(await title(), "Hasty");
    await fill(await text(), TEXT);
    const release = api.hold("CreatePrompt");
    await user.dblClick((await editor()).getByRole("button", { name: "Save" }));
    await isClosed();
    const row = await screen.findByRole("article", { name: "Hasty" });
    within(row).getByText("Saving…");
    expect(within(row).queryAllByRole("link")).toEqual([]);
    expect(within(row).queryAllByRole("button")).toEqual([]);
    release();
    await screen.findByRole("link", { name: "Hasty" });
    await screen.findByRole("link", { name: "Open the prompt" });
    expect(api.askedFor("CreatePrompt")).toHaveLength(1);
    await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Add a prompt" }));
    expect((await title()).value).toBe("");
    await press("Close");
  });

  it("whose text is shared already is refused with a link, and nothing typed is lost; it is saved privately", async () => {
    const refused: OwnPrompts = new OwnPrompts([], {
      Mutation: {
        createPrompt: (_, { shared }) =>
          shared
            ? {
                prompt: null,
                problems: [{ code: "DUPLICATE", field: "texts.0.content", limit: null }],
                duplicateOf: refused.api.store.get("Prompt", "7"),
              }
            : {
                prompt: refused.api.store.get("Prompt", refused.add("First served", TEXT)),
                problems: [],
                duplicateOf: null,
              },
      },
    });
    const { user, api, press, fill, begin } = await open(refused);
    await begin();
    await fill(await title(), "First served");
    await fill(await text(), TEXT);
    await user.click((await editor()).getByRole("switch"));
    await press("Save and share");
    await (await editor()).findByText("Another prompt with this text is shared already");
    expect([(await title()).value, (await text()).value]).toEqual(["First served", TEXT]);
    const link = (await editor()).getByRole<HTMLAnchorElement>("link", { name: "Show that prompt" });
    expect([new URL(link.href).pathname, link.target]).toEqual(["/en/prompt/7", "_blank"]);
    // Privately it is nobody's business.
    await user.click((await editor()).getByRole("switch"));
    expect((await editor()).queryByText("Another prompt with this text is shared already")).toBeNull();
    await press("Save");
    await isClosed();
    expect(api.askedFor("CreatePrompt")).toHaveLength(2);
  });

  it("says so where the browser keeps no more of it", async () => {
    const { fill, begin } = await open(new OwnPrompts());
    await begin();
    await title();
    const storage = localStorage;
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const getItem = (key: string) => storage.getItem(key);
    const rest = { length: 0, key: () => null, removeItem: () => {}, clear: () => storage.clear() };
    vi.stubGlobal("localStorage", { ...rest, getItem, setItem });
    await fill(await title(), "Too much");
    await (await editor()).findByText("This browser cannot keep any more: do not close the tab before saving.");
  });
});

describe("a new prompt whose answer is lost", () => {
  /** Saves a new prompt, and its answer gets lost. */
  const lose = async (words: string, isShared = false) => {
    const page = await open(new OwnPrompts());
    await page.begin();
    await page.fill(await title(), words);
    await page.fill(await text(), TEXT);
    if (isShared) await page.user.click((await editor()).getByRole("switch", { name: "Share with everyone" }));
    page.api.lostAnswer = "CreatePrompt";
    await page.press(isShared ? "Save and share" : "Save");
    await (await editor()).findByText(/Check your connection and save again: nothing is saved twice\./);
    const titles = () => [...page.prompts.all.values()].map(({ texts }) => texts["EN"]?.title);
    expect(titles()).toEqual([words]);
    return { ...page, titles };
  };

  it("is one prompt when it is saved again, also shared", async () => {
    const { press, titles } = await lose("Once", true);
    await press("Save and share");
    await screen.findByRole("link", { name: "Open the prompt" });
    await screen.findByText(/1 prompt, shared$/);
    expect(titles()).toEqual(["Once"]);
  });

  it("is one prompt when a tab saves it that has not sent its draft", async () => {
    const { user, api, press, titles } = await lose("Once");
    await press("Close");
    const [[key, json] = ["", ""]] = Object.entries({ ...localStorage }).filter(([each]) =>
      each.includes("#draft.new-"),
    );
    const { value, savedAt } = JSON.parse(json as string) as { value: { idempotencyKey: string }; savedAt: number };
    const { idempotencyKey, ...draft } = value;
    localStorage.setItem(key, JSON.stringify({ value: draft, savedAt }));
    expect(api.askedFor("CreatePrompt")[0]).toMatchObject({ idempotencyKey });
    await user.click(await screen.findByRole("button", { name: "Go on writing" }));
    await title();
    await press("Save");
    await screen.findByRole("link", { name: "Open the prompt" });
    expect(titles()).toEqual(["Once"]);
  });

  it("is not overwritten by what another tab has made of its draft: both versions are shown", async () => {
    const { user, press, fill, titles } = await lose("Once");
    await press("Close");
    const [[key, json] = ["", ""]] = Object.entries({ ...localStorage }).filter(([each]) =>
      each.includes("#draft.new-"),
    );
    const { value, savedAt } = JSON.parse(json as string) as { value: { idempotencyKey: string }; savedAt: number };
    const { idempotencyKey: _, ...draft } = value;
    localStorage.setItem(key, JSON.stringify({ value: draft, savedAt }));
    await user.click(await screen.findByRole("button", { name: "Go on writing" }));
    await fill(await title(), "Something else");
    await press("Save");
    await (await editor()).findByRole("region", { name: "There is a newer version, so nothing was saved" });
    expect(titles()).toEqual(["Once"]);
  });

  it("is changed when it is saved again with other words", async () => {
    const { press, fill, titles } = await lose("Once");
    await fill(await title(), "Once, changed");
    await press("Save");
    await screen.findByRole("link", { name: "Once, changed" });
    await screen.findByText(/1 prompt, not shared$/);
    await expect.poll(titles).toEqual(["Once, changed"]);
  });

  it("is changed when it is saved again with other words in one of its languages", async () => {
    const { user, api, prompts, press, fill, begin } = await open(new OwnPrompts());
    await begin();
    await fill(await title(), "Once");
    await fill(await text(), TEXT);
    await user.selectOptions((await editor()).getByRole("combobox", { name: "Add a language" }), "de");
    await fill(await title(), "Einmal");
    await fill(await text(), "Erkläre es.");
    api.lostAnswer = "CreatePrompt";
    await press("Save");
    await (await editor()).findByText(/Check your connection and save again: nothing is saved twice\./);
    await fill(await title(), "Einmal, geändert");
    await press("Save");
    await screen.findByRole("link", { name: "Open the prompt" });
    expect([...prompts.all.values()].map(({ texts }) => texts)).toMatchObject([
      { EN: { title: "Once" }, DE: { title: "Einmal, geändert" } },
    ]);
  });

  it("is in the list when its words are discarded then: it was made", async () => {
    const { press } = await lose("Made", true);
    await press("Discard");
    await press("Discard");
    await screen.findByRole("link", { name: "Made" });
  });

  it("shows both versions if it was changed elsewhere since", async () => {
    const { press, prompts, titles } = await lose("Mine");
    prompts.change("1", { title: "Theirs" });
    await press("Save");
    const conflict = await (
      await editor()
    ).findByRole("region", {
      name: "There is a newer version, so nothing was saved",
    });
    within(conflict).getByText("Theirs");
    expect(titles()).toEqual(["Theirs"]);
  });
});

describe("a change", () => {
  it("of braces to plain text holds for these words alone: the blanks of another device's are blanks", async () => {
    const { user, prompts, press, fill, begin } = await open(new OwnPrompts(["First title"]));
    const isPlain = async () =>
      (await editor()).getByRole<HTMLInputElement>("switch", { name: "Braces are plain text" });
    await begin();
    await fill(await text(), "Mine {{ a }}");
    await user.click(await isPlain());
    (await editor()).getByText("Nothing in this text is a blank.");
    prompts.change("1", { content: "Theirs {{b}}" });
    await press("Save");
    const conflict = within(await (await editor()).findByRole("group", { name: /^Text/ }));
    await user.click(conflict.getByRole("radio", { name: /The newer version/ }));
    expect((await text()).value).toBe("Theirs {{b}}");
    expect((await isPlain()).checked).toBe(false);
    (await editor()).getByRole("button", { name: "Keep “b” as text" });
  });

  it("of what another device has saved since shows both versions; several languages are saved at once", async () => {
    const { user, prompts, press, fill, begin } = await open(new OwnPrompts(["First title"]));
    await begin();
    await fill(await title(), "My title");
    await user.selectOptions((await editor()).getByRole("combobox", { name: "Add a language" }), "de");
    await fill(await title(), "Mein Titel");
    await fill(await text(), "Erkläre es.");
    prompts.change("1", { title: "Their title", remark: "Their remark" });
    await press("Save");
    const conflict = within(await (await editor()).findByRole("group", { name: /^Title/ }));
    conflict.getByText("Their title");
    await user.click(conflict.getByRole("radio", { name: /The newer version/ }));
    expect((await title()).value).toBe("Their title");
    await user.click(conflict.getByRole("radio", { name: /Your version/ }));
    expect((await title()).value).toBe("My title");
    await press("Save");
    await expectAnnounced("Your changes are saved");
    expect(prompts.all.get("1")?.texts).toMatchObject({
      EN: { title: "My title", remark: "Their remark" },
      DE: { title: "Mein Titel", content: "Erkläre es." },
    });
    await screen.findByRole("link", { name: "My title" });
  });

  it("in several languages is sent at once; what is refused leads to its language and field", async () => {
    const words = { en: "My title", de: "Mein Titel", fr: "Mon titre" };
    let refusals = [
      { code: "INVALID_CHARACTERS", field: "texts.1.remark", limit: null },
      { code: "TOO_LONG", field: "texts.2.content.blanks", limit: 300 },
    ];
    const prompts: OwnPrompts = new OwnPrompts(["First title"], {
      Mutation: {
        updatePrompt: (_, { promptId, texts }) => {
          const [problems] = [refusals, (refusals = [])];
          if (problems.length > 0) return { prompt: null, problems, duplicateOf: null, newest: null };
          for (const each of texts as { locale: string; title: string }[]) prompts.change("1", each);
          return {
            prompt: prompts.api.store.get("Prompt", promptId as string),
            problems: [],
            duplicateOf: null,
            newest: null,
          };
        },
      },
    });
    const { user, api, press, fill, begin } = await open(prompts);
    await begin();
    await fill(await title(), words.en);
    for (const language of ["de", "fr"] as const) {
      await user.selectOptions((await editor()).getByRole("combobox", { name: "Add a language" }), language);
      await fill(await title(), words[language]);
      await fill(await text(), TEXT);
    }
    await press("Save");
    await (await editor()).findByText("Some of these characters cannot be used");
    (await editor()).getByText(/Not saved yet\. 1 field needs your attention/);
    expect([(await title()).value, document.activeElement]).toEqual([
      words.de,
      (await editor()).getByRole("textbox", { name: "Remark" }),
    ]);
    expect(Object.keys(prompts.all.get("1")?.texts ?? {})).toEqual(["EN"]);
    // The other one is where it belongs.
    await user.click((await editor()).getByRole("button", { name: /^Français/ }));
    await (await editor()).findByText(/The name, the label and the default of a blank/);
    await fill(await text(), `${TEXT} Now.`);
    expect((await editor()).queryByText(/The name, the label and the default of a blank/)).toBeNull();
    await user.click((await editor()).getByRole("button", { name: /^English/ }));
    expect((await editor()).queryByText(/needs your attention/)).toBeNull();
    await press("Save");
    await expectAnnounced("Your changes are saved");
    expect(prompts.all.get("1")?.texts).toMatchObject({
      EN: { title: words.en },
      DE: { title: words.de },
      FR: { title: words.fr, content: `${TEXT} Now.` },
    });
    expect(api.askedFor("UpdatePrompt")).toHaveLength(2);
  });

  it("is saved with what another device has changed meanwhile, if nothing of it contradicts, by one more request", async () => {
    const { api, prompts, press, fill, begin } = await open(new OwnPrompts(["First title"]));
    await begin();
    await fill(await title(), "My title");
    prompts.change("1", { remark: "Their remark" });
    await press("Save");
    await expectAnnounced("Your changes are saved");
    expect(prompts.all.get("1")?.texts).toMatchObject({ EN: { title: "My title", remark: "Their remark" } });
    expect([api.askedFor("UpdatePrompt"), api.askedFor("EditedPrompt")].map(({ length }) => length)).toEqual([2, 1]);
  });

  it("in one language shows at once what another device has changed in the others", async () => {
    const prompts = new OwnPrompts(["First title"]);
    prompts.change("1", { locale: "DE", title: "Titel", content: "Wort" });
    const { press, fill, begin } = await open(prompts);
    await begin();
    await title();
    await press("Deutsch");
    await fill(await title(), "Mein Titel");
    prompts.change("1", { locale: "DE", title: "Ihr Titel" });
    prompts.change("1", { title: "Their title" });
    await press("Save");
    await (await editor()).findByText(/There is a newer version/);
    await press("Save");
    await expectAnnounced("Your changes are saved");
    await screen.findByRole("link", { name: "Their title" });
  });

  it("removes a language, when confirmed, with all else that is saved; never the last one", async () => {
    const prompts = new OwnPrompts(["First title"]);
    prompts.change("1", { locale: "DE", title: "Titel", content: "Wort" });
    const { user, api, press, fill, begin } = await open(prompts);
    await begin();
    await title();
    await press("Deutsch");
    await press("Remove Deutsch");
    expect(document.activeElement?.textContent).toBe("Keep it");
    await press("Keep it");
    await press("Remove Deutsch");
    await press("Remove");
    expect((await title()).value).toBe("First title");
    const names = () => screen.queryAllByRole("button", { name: /^(Remove )?(English|Deutsch)/ });
    expect(names().map(({ textContent }) => textContent)).toEqual(["English"]);
    expect(Object.keys(prompts.all.get("1")?.texts ?? {})).toEqual(["EN", "DE"]);
    // Until it is saved, it comes back with its words.
    await user.selectOptions((await editor()).getByRole("combobox", { name: "Add a language" }), "de");
    expect((await title()).value).toBe("Titel");
    await press("Remove Deutsch");
    await press("Remove");
    await fill(await title(), "Second title");
    // Of its words nothing has changed meanwhile.
    prompts.change("1", { remark: "From elsewhere" });
    await press("Save");
    await expectAnnounced("Your changes are saved");
    expect(prompts.all.get("1")?.texts).toMatchObject({ EN: { title: "Second title", remark: "From elsewhere" } });
    expect(Object.keys(prompts.all.get("1")?.texts ?? {})).toEqual(["EN"]);
    expect(api.askedFor("UpdatePrompt")).toMatchObject([
      { texts: [{ locale: "EN" }], removedLocales: ["DE"] },
      { texts: [{ locale: "EN" }], removedLocales: ["DE"] },
    ]);
  });

  it("that removes what another device has changed meanwhile asks which of them holds", async () => {
    const prompts = new OwnPrompts(["First title"]);
    prompts.change("1", { locale: "DE", title: "Titel", content: "Wort" });
    const { user, press, begin } = await open(prompts);
    await begin();
    await title();
    await press("Deutsch");
    await press("Remove Deutsch");
    await press("Remove");
    prompts.change("1", { locale: "DE", content: "Neues Wort" });
    await press("Save");
    const conflict = within(await (await editor()).findByRole("group", { name: "Text · Deutsch" }));
    conflict.getByText("Neues Wort");
    conflict.getByText("Empty");
    await user.click(conflict.getByRole("radio", { name: /The newer version/ }));
    expect((await text()).value).toBe("Neues Wort");
    await user.click(conflict.getByRole("radio", { name: /Your version/ }));
    await press("Save");
    await expectAnnounced("Your changes are saved");
    expect(Object.keys(prompts.all.get("1")?.texts ?? {})).toEqual(["EN"]);
  });

  it("is discarded when confirmed", async () => {
    const { press, fill, begin } = await open(new OwnPrompts(["First title"]));
    await begin();
    await fill(await title(), "Another title");
    await press("Discard");
    await (await editor()).findByText("Discard your changes? The prompt stays as you last saved it.");
    expect(document.activeElement?.textContent).toBe("Go on writing");
    await press("Go on writing");
    expect((await title()).value).toBe("Another title");
    await press("Discard");
    await press("Discard");
    await isClosed();
    await begin();
    expect((await title()).value).toBe("First title");
  });

  it("of a prompt that has been deleted since makes a new one of it", async () => {
    const { user, prompts, press, fill, begin } = await open(new OwnPrompts(["First title"]));
    await begin();
    await fill(await title(), "Typed here");
    const deleted = prompts.all.get("1");
    if (deleted) deleted.isDeleted = true;
    await press("Save");
    await (await editor()).findByText("This prompt has since been deleted. Saving makes it a new one.");
    expect((await title()).value).toBe("Typed here");
    await user.click((await editor()).getByRole("switch", { name: "Share with everyone" }));
    await press("Save and share");
    await user.click(await screen.findByRole("link", { name: "Open the prompt" }));
    await screen.findByRole("heading", { name: "Typed here", level: 1 });
    await screen.findByText("It is shared with everyone.");
  });
});
