import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { MockedApi } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";
const SETTINGS = "/en/user/?view=settings";
const SECRET = "my illness";
/** A pasted document. */
const LONG = "x".repeat(25_000);
const QUESTION = "Keep what you typed on this device?";
const SIGNED_IN = "polyprompt.signed-in";

/** Opens a page of a site whose prompts have two blanks. */
function open(path: string, account?: string, api = prompts(account)): Promise<OpenPage> {
  return openPage(path, { ...(account === undefined ? {} : { account }), api });
}

function prompts(account?: string): MockedApi {
  const api: MockedApi = new MockedApi(
    {
      Prompt: {
        shared: () => true,
        locales: () => ["EN"],
        text: (prompt) => ({ title: `Letter ${idOf(prompt)}`, content: "{{topic}} in {{words:English}}" }),
      },
      Viewer: {
        email: () => "member42@example.org",
        hasPassword: () => true,
        draftKey: () => `key of ${api.account ?? ""}`,
        sessions: () => [{ id: "1", current: true, userAgent: "", lastUsedAt: "2026-11-01T12:00:00.000Z" }],
      },
    },
    account,
  );
  return api;
}

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;
/** A control of the header's account menu, or the link that a visitor has there. */
const inHeader = async (name: string) => {
  const control = () =>
    [...document.querySelectorAll<HTMLElement>("#account-slot :is(a, button)")].find(({ textContent }) =>
      textContent.startsWith(name),
    );
  await expect.poll(control).toBeDefined();
  return control() as HTMLElement;
};
const loginLink = () => inHeader("Log in");
const dialog = async () => within(await screen.findByRole("dialog", { name: QUESTION }));
const press = async ({ user }: OpenPage, name: string) => user.click((await dialog()).getByText(name));
const isClosed = () => expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
const blanks = () => [...document.querySelectorAll<HTMLTextAreaElement>("article[aria-labelledby=title] textarea")];
const values = () => blanks().map(({ value }) => value);
const fill = async ({ user }: OpenPage, at: number, words: string) => {
  await expect.poll(() => blanks().length).toBe(2);
  const blank = blanks()[at] as HTMLElement;
  await user.clear(blank);
  await user.click(blank);
  await user.paste(words);
};
const logOut = async ({ user }: OpenPage) => user.click(await inHeader("Log out"));
const stored = () => JSON.stringify({ ...localStorage });

/** As the browser does once the page has asked for it. */
async function reload({ left, api }: OpenPage, path = PROMPT): Promise<OpenPage> {
  await expect.poll(() => left).toEqual([undefined]);
  cleanup();
  // The server has ended the session.
  api.account = null;
  return open(path, undefined, api);
}

describe("logging out", () => {
  it("asks when something was typed; staying keeps it, so does a failure, and leaving erases it", async () => {
    const page = await open(PROMPT, "42");
    const { api } = page;
    await fill(page, 0, SECRET);
    await logOut(page);
    await (await dialog()).findByText(/^This is in this browser only\. If you keep it, it is encrypted/);
    const kinds = (await dialog()).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(kinds).toEqual(["What you typed into the blanks of 1 prompt"]);
    await expect.poll(() => document.activeElement?.textContent).toBe("Stay");
    api.failure = "network";
    await press(page, "Delete and log out");
    await (await dialog()).findByText(/Check your connection/);
    api.failure = null;
    await press(page, "Stay");
    await isClosed();
    await expectMember("42");
    expect(values()[0]).toBe(SECRET);
    expect(stored()).toContain(SECRET);

    await logOut(page);
    await press(page, "Delete and log out");
    const again = await reload(page);
    await expectAnnounced("You are logged out.");
    await expect.poll(values).toEqual(["", ""]);
    expect(stored()).not.toMatch(/my illness|42/);
    await again.user.click(await loginLink());
    await logIn(again.user, "42");
    await expectMember("42");
    expect(values()[0]).toBe("");
  });

  it("keeps what was typed, for the same member alone, and readable to nobody meanwhile", async () => {
    const draft = JSON.stringify({ title: SECRET });
    localStorage.setItem("polyprompt.private.42#draft.new", draft);
    localStorage.setItem("polyprompt.private.42#comment.7", "[]");
    let page = await open(PROMPT, "42");
    const { api } = page;
    await fill(page, 0, SECRET);
    await logOut(page);
    api.failure = "network";
    await press(page, "Keep and log out");
    await (await dialog()).findByText(/Check your connection/);
    expect(stored()).toContain(SECRET);
    api.failure = null;
    await press(page, "Keep and log out");
    page = await reload(page);
    await expect.poll(values).toEqual(["", ""]);
    expect(stored()).not.toMatch(/my illness|member42/);

    const logInAs = async (account: string) => {
      await page.user.click(await loginLink());
      await logIn(page.user, account);
      await expectMember(account);
    };
    await logInAs("43");
    expect(values()[0]).toBe("");
    await logOut(page);
    page = await reload(page);
    expect(stored()).toContain("polyprompt.sealed.42");

    await logInAs("42");
    await expect.poll(() => values()[0]).toBe(SECRET);
    expect(localStorage.getItem("polyprompt.private.42#draft.new")).toBe(draft);
    expect(stored()).not.toContain("polyprompt.sealed");
  });

  it("keeps what was kept before, too, if that could not be given back yet; deleting deletes both", async () => {
    let page = await open(PROMPT, "42");
    await fill(page, 0, SECRET);
    await logOut(page);
    await press(page, "Keep and log out");
    page = await reload(page);
    const logInWithoutKey = async () => {
      page.api.lostAnswer = "DraftKey";
      await page.user.click(await loginLink());
      await logIn(page.user, "42");
      await expectMember("42");
      await expect.poll(() => page.api.lostAnswer).toBeNull();
    };
    await logInWithoutKey();
    expect(values()).toEqual(["", ""]);
    await fill(page, 1, "English too");
    await logOut(page);
    await press(page, "Keep and log out");
    page = await reload(page);
    await page.user.click(await loginLink());
    await logIn(page.user, "42");
    await expect.poll(values).toEqual([SECRET, "English too"]);

    await logOut(page);
    await press(page, "Keep and log out");
    page = await reload(page);
    await logInWithoutKey();
    await fill(page, 0, "Typed since");
    await logOut(page);
    await press(page, "Delete and log out");
    await reload(page);
    expect(stored()).not.toContain("polyprompt.sealed");
  });

  it("keeps nothing that the browser does not take, and says so", async () => {
    const page = await open(PROMPT, "42");
    await fill(page, 0, SECRET);
    const storage = localStorage;
    vi.stubGlobal("localStorage", {
      get length() {
        return storage.length;
      },
      key: (index: number) => storage.key(index),
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      clear: () => storage.clear(),
      setItem: (key: string, value: string) => {
        if (key.startsWith("polyprompt.sealed")) throw new DOMException("full", "QuotaExceededError");
        storage.setItem(key, value);
      },
    });
    await logOut(page);
    await press(page, "Keep and log out");
    await (await dialog()).findByText("This browser does not take it. Copy what you need before you log out.");
    expect(page.api.askedFor("Logout")).toEqual([]);
    await expectMember("42");
    expect(values()[0]).toBe(SECRET);
    vi.stubGlobal("localStorage", storage);
  });

  it("asks on the page of the settings, too, and gives the focus back", async () => {
    localStorage.setItem("polyprompt.private.42#draft.new", JSON.stringify({ title: SECRET }));
    // Of the API explorer of former releases.
    localStorage.setItem("graphiql:queries", SECRET);
    const page = await open(SETTINGS, "42");
    const { user } = page;
    const button = within(await screen.findByRole("region", { name: "Devices" })).getByRole("button", {
      name: "Log out",
    });
    await user.click(button);
    const kinds = (await dialog()).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(kinds).toEqual(["1 draft of a prompt that you have written but not saved"]);
    await user.keyboard("{Escape}");
    await isClosed();
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    await press(page, "Delete and log out");
    await reload(page, SETTINGS);
    await screen.findByText("Log in to see your account.");
    expect(stored()).not.toMatch(/my illness|42/);
  });

  it("erases what was typed before the server answers, so that leaving the page meanwhile leaves nothing behind", async () => {
    const page = await open(PROMPT, "42");
    await fill(page, 0, SECRET);
    await logOut(page);
    const release = page.api.hold("Logout");
    await press(page, "Delete and log out");
    await expect.poll(() => page.api.askedFor("Logout")).toHaveLength(1);
    expect(stored()).not.toContain(SECRET);
    cleanup();
    await open(PROMPT, "42");
    await expect.poll(values).toEqual(["", ""]);
    release();
  });

  it("asks nothing when nothing was typed, and happens once, however often it is pressed", async () => {
    const page = await open(PROMPT, "42");
    const release = page.api.hold("Logout");
    await page.user.dblClick(await inHeader("Log out"));
    release();
    await reload(page);
    await expectAnnounced("You are logged out.");
    expect(page.api.askedFor("Logout")).toHaveLength(1);
  });

  it("in another tab reloads the page here, which keeps nothing of what is typed", async () => {
    const page = await open(PROMPT, "42");
    await fill(page, 0, SECRET);
    page.api.account = null;
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: SIGNED_IN, newValue: "" }));
    await page.user.keyboard(" and more");
    await reload(page);
    await expect.poll(values).toEqual(["", ""]);
    expect(stored()).not.toMatch(/my illness|42/);
  });
});

describe("on a device that several people use", () => {
  it("a visitor's input moves to the account that they log in to, but never overwrites existing values", async () => {
    const page = await open(PROMPT);
    const { setItem } = localStorage;
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
      if (value.length > 20_000) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, value);
    });
    await fill(page, 0, "as a visitor");
    await fill(page, 1, LONG);
    await page.user.click(await loginLink());
    await logIn(page.user, "42");
    await expectMember("42");
    // What no storage has, too.
    expect(values()).toEqual(["as a visitor", LONG]);
    await fill(page, 0, "as a member");
    // The session ends elsewhere, and the next page finds out.
    page.api.account = null;
    cleanup();
    const again = await reload(await open(PROMPT, undefined, page.api));
    await loginLink();
    await expect.poll(values).toEqual(["", ""]);
    await fill(again, 0, "a visitor again");
    await again.user.click(await loginLink());
    await logIn(again.user, "42");
    await expect.poll(() => values()[0]).toBe("as a member");
  });
});
