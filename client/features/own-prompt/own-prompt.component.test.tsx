import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage } from "../../testing/open-page";
import { OwnPrompts } from "../../testing/own-prompts";

const LIST = "/en/user/";

/** Opens a page as member 42. */
async function open(path: string, prompts: OwnPrompts) {
  const { account } = prompts.api;
  const page = await openPage(path, { ...(account !== null && { account }), api: prompts.api });
  const press = async (name: string) => page.user.click(await screen.findByRole("button", { name }));
  const choose = async (title: string, item: string) => {
    const row = await screen.findByRole("article", { name: title });
    await page.user.click(row.querySelector("summary") as HTMLElement);
    await page.user.click(within(row).getByRole("button", { name: item }));
  };
  return { ...page, press, choose };
}

const shows = (...titles: string[]) =>
  expect
    .poll(() =>
      within(screen.getByRole("main"))
        .queryAllByRole("heading", { level: 3 })
        .map((it) => it.textContent),
    )
    .toEqual(titles);
const logInAgain = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await screen.findByText(/^You have been logged out\. Log in as/);
  await logIn(user, "42");
};

describe("the list of my prompts", () => {
  it("leads to the import where it is empty", async () => {
    await open(LIST, new OwnPrompts());
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Import prompts from a file" });
    expect(link.getAttribute("href")).toBe("/en/user/?view=settings#data");
  });

  it("shows at once what is shared, once for two taps, and goes on where the session has ended", async () => {
    const prompts = new OwnPrompts(["First", "Second"]);
    const page = await open(LIST, prompts);
    const { user, api, choose } = page;
    const release = api.hold("SharePrompt");
    const row = await screen.findByRole("article", { name: "Second" });
    await user.click(row.querySelector("summary") as HTMLElement);
    await user.dblClick(within(row).getByRole("button", { name: "Share with everyone" }));
    await within(row).findByText(/^Shared since/);
    release();
    await expectAnnounced("The prompt is shared with everyone.");
    await screen.findByText(/2 prompts, 1 of them shared$/);
    expect(api.askedFor("SharePrompt")).toHaveLength(1);

    api.lastOfSession = "SharePrompt";
    await choose("Second", "Stop sharing");
    await logInAgain(page);
    await within(await screen.findByRole("article", { name: "Second" })).findByText("Private");
    await screen.findByText(/2 prompts, none of them shared$/);
    expect(prompts.all.get("2")?.shared).toBe(false);
  });

  it("has a prompt changed where the session has ended elsewhere", async () => {
    const prompts: OwnPrompts = new OwnPrompts(["First"], {
      Query: { prompt: () => (prompts.api.failure ? null : prompts.api.store.get("Prompt", "1")) },
    });
    const page = await open(LIST, prompts);
    await expectMember("42");
    prompts.api.failure = "session ended";
    await page.press("Edit “First”");
    await logInAgain(page);
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Title" })).value).toBe("First");
  });

  it("loses what is deleted, and Undo brings it back to its place, where the session has ended, too", async () => {
    const prompts = new OwnPrompts(["First", "Second"]);
    const page = await open(LIST, prompts);
    const { api, press, choose } = page;
    api.lastOfSession = "DeletePrompt";
    await choose("Second", "Delete…");
    await press("Delete the prompt");
    await logInAgain(page);
    await shows("First");
    api.lastOfSession = "UndoDeletePrompt";
    await press("Undo");
    await logInAgain(page);
    await expectAnnounced("The prompt is back.");
    await shows("Second", "First");
  });

  it("keeps the focus of whoever shares and deletes by its menus", async () => {
    const { user, press, choose } = await open(LIST, new OwnPrompts(["First", "Second"]));
    const menu = async () => (await screen.findByRole("article", { name: "Second" })).querySelector("summary");
    const hasFocus = (control: () => Promise<Element | null>) =>
      expect.poll(async () => document.activeElement === (await control())).toBe(true);
    const undo = () => screen.findByRole("button", { name: "Undo" });
    await choose("Second", "Share with everyone");
    await expectAnnounced("The prompt is shared with everyone.");
    await hasFocus(menu);
    await choose("Second", "Stop sharing");
    // It offers to share it again, and leaves the focus where it is.
    await undo();
    await hasFocus(menu);
    await choose("Second", "Delete…");
    await hasFocus(() => screen.findByRole("button", { name: "Cancel" }));
    await user.keyboard("{Escape}");
    await hasFocus(menu);
    await choose("Second", "Delete…");
    await press("Delete the prompt");
    await shows("First");
    // Nothing offers any longer to share it again.
    await hasFocus(undo);
    await user.keyboard("{Enter}");
    await shows("Second", "First");
    await hasFocus(() => screen.findByRole("heading", { name: "My prompts" }));
  });

  it("copies a prompt, and has it changed", async () => {
    const prompts = new OwnPrompts();
    prompts.add("Second", "Tell {{who}} the truth.");
    const { user, press } = await open(LIST, prompts);
    const row = within(await screen.findByRole("article", { name: "Second" }));
    await user.click(row.getByRole("button", { name: /^Copy/ }));
    await row.findAllByText("Copied");
    expect(await navigator.clipboard.readText()).toBe("Tell [who] the truth.");
    await press("Edit “Second”");
    await screen.findByRole("dialog", { name: "Change the prompt" });
  });

  it("offers nothing to write where a search finds nothing, but the way back", async () => {
    const { user } = await open(LIST, new OwnPrompts(["One"]));
    await shows("One");
    await user.type(screen.getByRole("searchbox", { name: "Search my prompts" }), "zzqxjw");
    await screen.findByText("No prompt yet for", { exact: false });
    expect(screen.queryByRole("button", { name: "Write it yourself" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Show all my prompts" }));
    await shows("One");
  });

  it("shows what other devices have added when one returns to the tab", async () => {
    const prompts = new OwnPrompts(["Here"]);
    await open(LIST, prompts);
    await shows("Here");
    prompts.add("Elsewhere", "Explain it.", true);
    fireEvent(document, new Event("visibilitychange"));
    await shows("Elsewhere", "Here");
    await screen.findByText(/2 prompts, 1 of them shared$/);
  });

  it("offers to write the first one", async () => {
    const { user } = await open(LIST, new OwnPrompts());
    await screen.findByRole("heading", { name: "No prompts of your own yet" });
    await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Add a prompt" }));
    await screen.findByRole("dialog", { name: "Add a prompt" });
  });

  it("says that it could not be loaded, keeps the words of the search, and is loaded on request or once online", async () => {
    const { user, api, press } = await open(LIST, new OwnPrompts(["One", "Two"]));
    await shows("Two", "One");
    api.failure = "network";
    const search = screen.getByRole("searchbox", { name: "Search my prompts" });
    await user.type(search, "One");
    await screen.findByText("Your prompts could not be loaded. Check your connection and try again.");
    expect((search as HTMLInputElement).value).toBe("One");
    api.failure = null;
    await press("Retry");
    await shows("One");
    api.failure = "network";
    await user.clear(search);
    await user.type(search, "Two");
    await screen.findByText("Your prompts could not be loaded. Check your connection and try again.");
    api.failure = null;
    fireEvent(window, new Event("online"));
    await shows("Two");
  });
});

describe("the page of my prompt", () => {
  const PAGE = "/en/prompt/1";

  it("shares it at once and once, says without a connection that it is not, and goes on after logging in", async () => {
    const prompts = new OwnPrompts(["For all of you"]);
    const page = await open(PAGE, prompts);
    const { user, api, press } = page;
    await screen.findByText("Only you can see it.");
    const online = navigator;
    vi.stubGlobal("navigator", { onLine: false });
    api.failure = "network";
    await press("Share with everyone");
    await expectAnnounced("The prompt could not be shared. Check your connection and try again.");
    vi.stubGlobal("navigator", online);
    await screen.findByText("Only you can see it.");
    api.failure = null;
    const release = api.hold("SharePrompt");
    await user.dblClick(screen.getByRole("button", { name: "Share with everyone" }));
    await screen.findByText("It is shared with everyone.");
    release();
    await expectAnnounced("The prompt is shared with everyone.");
    expect(api.askedFor("SharePrompt")).toHaveLength(2);
    await press("Stop sharing");
    await screen.findByText("Only you can see it.");
    await press("Undo");
    await screen.findByText("It is shared with everyone.");
    await expect.poll(() => prompts.all.get("1")?.shared).toBe(true);
    api.lastOfSession = "SharePrompt";
    await press("Stop sharing");
    await logInAgain(page);
    await screen.findByText("Only you can see it.");
    expect(prompts.all.get("1")?.shared).toBe(false);
  });

  it("shows who sees it though the answer is lost, and says that it is not known until it can be asked", async () => {
    const { api, press } = await open(PAGE, new OwnPrompts(["Private"]));
    api.lostAnswer = "SharePrompt";
    await press("Share with everyone");
    await expectAnnounced("The prompt is shared with everyone.");
    await screen.findByText("It is shared with everyone.");
    // Stopping it does not arrive, and nobody can be asked.
    api.failure = "network";
    await press("Stop sharing");
    await expectAnnounced("No answer came, so it is not known who can see the prompt now.");
    await screen.findByText("It is not known whether others can see it.");
    await screen.findByRole("button", { name: "Stop sharing" });
    api.failure = null;
    fireEvent(window, new Event("online"));
    await expectAnnounced("The prompt is still shared. Check your connection and try again.");
    await screen.findByText("It is shared with everyone.");
  });

  it("deletes it from the list when confirmed; undone there, it is back in its place", async () => {
    const { user, router, press } = await open(LIST, new OwnPrompts(["First", "Second"]));
    await user.click(await screen.findByRole("link", { name: "First" }));
    await press("Delete…");
    await press("Delete the prompt");
    await expect.poll(() => router.state.location.pathname).toBe(LIST);
    await shows("Second");
    await screen.findByText(/1 prompt, not shared$/);
    await press("Undo");
    await shows("Second", "First");
    await screen.findByText(/2 prompts, none of them shared$/);
  });

  it("says the number of its version with the digits of the language", async () => {
    const prompts = new OwnPrompts(["One"], {
      Prompt: {
        history: () => ({ totalCount: 15, edges: [{ node: { number: 15 } }], pageInfo: { hasNextPage: false } }),
      },
    });
    await openPage("/bn/prompt/1", { account: "42", locale: "bn", api: prompts.api });
    await screen.findByText("সংস্করণ ১৫");
  });

  it("is not there for a visitor, and asked for again as whoever logs in there", async () => {
    let isBroken = false;
    const prompts: OwnPrompts = new OwnPrompts(["My secret plan"], {
      Query: {
        prompt: () => {
          if (isBroken) throw new Error("It broke.");
          return prompts.api.account === "42" ? prompts.api.store.get("Prompt", "1") : null;
        },
      },
    });
    prompts.api.account = null;
    const { user, press } = await open(PAGE, prompts);
    await screen.findByRole("heading", { name: "Page not found" });
    isBroken = true;
    await user.click(screen.getByRole("link", { name: /^Log in/ }));
    await logIn(user, "42");
    await screen.findByText("The prompt could not be loaded. Try again later.");
    isBroken = false;
    await press("Retry");
    await screen.findByRole("heading", { level: 1, name: "My secret plan" });
  });

  it("is there for a member whose session has ended elsewhere once they have logged in again", async () => {
    const prompts: OwnPrompts = new OwnPrompts(["My secret plan"], {
      // A visitor has no such prompt.
      Query: { prompt: () => (prompts.api.failure ? null : prompts.api.store.get("Prompt", "1")) },
    });
    const page = await open(LIST, prompts);
    await expectMember("42");
    prompts.api.failure = "session ended";
    await page.user.click(await screen.findByRole("link", { name: "My secret plan" }));
    await logInAgain(page);
    await screen.findByRole("heading", { level: 1, name: "My secret plan" });
  });

  it("says that moderators have hidden it, and why", async () => {
    const hideAct = () => ({ reason: "SPAM", note: "Ads <b>only</b>." });
    await open(PAGE, new OwnPrompts(["Noise"], { Prompt: { hidden: () => true, hideAct } }));
    const bar = await screen.findByRole("region", { name: "Your prompt" });
    expect(bar.textContent).toContain(
      "only you can see it. Reason: Advertising or spam. They write: “Ads <b>only</b>.”",
    );
  });

  it("says of one that another device has deleted that it was gone, and is left", async () => {
    const prompts = new OwnPrompts(["Twice"]);
    const { router, press } = await open(PAGE, prompts);
    await screen.findByText("Only you can see it.");
    const prompt = prompts.all.get("1");
    await press("Delete…");
    if (prompt) prompt.isDeleted = true;
    await press("Delete the prompt");
    await expectAnnounced("The prompt had been deleted already.");
    await expect.poll(() => router.state.location.pathname).toBe(LIST);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

describe("a text that is shared already", () => {
  const ALREADY = "Another prompt with this text is shared already, so nothing has changed.";
  /** The second one is another member's. */
  const late = () => {
    const duplicate = () => prompts.api.store.get("Prompt", "2");
    const prompts: OwnPrompts = new OwnPrompts(["Late", "First come"], {
      Mutation: {
        updatePrompt: () => ({ prompt: null, problems: [{ code: "DUPLICATE" }], duplicateOf: duplicate() }),
        undoDeletePrompt: () => {
          prompts.bringBack("1");
          return { prompt: prompts.api.store.get("Prompt", "1"), duplicateOf: duplicate() };
        },
      },
    });
    return prompts;
  };
  const showIt = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(await screen.findByRole("link", { name: "Show that prompt" }));
    await screen.findByRole("heading", { level: 1, name: "First come" });
  };

  it("is refused in the list, which leads to the prompt that has it", async () => {
    const page = await open(LIST, late());
    await page.choose("Late", "Share with everyone");
    await expectAnnounced(ALREADY);
    await showIt(page);
  });

  it("is refused on the prompt's page", async () => {
    const page = await open("/en/prompt/1", late());
    await page.press("Share with everyone");
    await expectAnnounced(ALREADY);
    await screen.findByText("Only you can see it.");
    await showIt(page);
  });

  it("makes a deleted prompt come back private, and says so", async () => {
    const page = await open("/en/prompt/1", late());
    await page.press("Delete…");
    await page.press("Delete the prompt");
    await page.press("Undo");
    await expectAnnounced("The prompt is back, but private: another prompt with this text is shared by now.");
    await showIt(page);
  });
});

describe("on the page of the community their author", () => {
  const count = async () => (await screen.findByRole("region", { name: "Your prompts" })).textContent;

  it("is told that there are none yet", async () => {
    await open("/en/community-prompts", new OwnPrompts());
    await expect.poll(count).toContain("No prompts of your own yet");
  });

  it("is told how many there are", async () => {
    const prompts = new OwnPrompts();
    prompts.add("Given", "Give it.", true);
    await open("/en/community-prompts", prompts);
    await expect.poll(count).toContain("1 prompt, shared");
  });
});

it("before and after a private prompt are its neighbours in the list, which begins with the newest", async () => {
  await open("/en/prompt/2", new OwnPrompts(["Oldest", "Middle", "Newest"]));
  const link = async (rel: string) => screen.findByRole<HTMLAnchorElement>("link", { name: rel });
  expect((await link("Previous: Newest")).getAttribute("href")).toBe("/en/prompt/3");
  expect((await link("Next: Oldest")).getAttribute("href")).toBe("/en/prompt/1");
});
