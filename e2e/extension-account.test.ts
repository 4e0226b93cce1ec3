import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { createMember, logIn } from "./account";
import { AXE_SOURCE, expectNoViolations } from "./axe";
import { startEditorPages } from "./editors/server";
import { openPanel, type PanelVisit } from "./extension";
import { promptText, READY_PROMPT } from "./library";
import { overflow } from "./overflow";
import { uniqueAddress, uniqueName } from "./visit";

const READY = promptText("en", READY_PROMPT);
const MARKS = `query ($id: ID!) { prompt(id: $id) { viewerHasFavorited viewerVote } }`;

interface Marks {
  prompt: { viewerHasFavorited: boolean; viewerVote: "UP" | "DOWN" | "NONE" };
}
interface Connection {
  token: string;
  tokenId: string;
}
/** What the page of an extension finds, as far as it is used here. */
interface ExtensionPage {
  chrome: {
    storage: { local: { get(key: string): Promise<Record<string, unknown>> } };
    contextMenus: { onClicked: { dispatch(press: object, tab: object): void } };
    tabs: { query(wanted: object): Promise<object[]> };
  };
}

let pages: Awaited<ReturnType<typeof startEditorPages>>;
let visit: PanelVisit;
let username: string;

const tab = (name: string) => visit.panel.getByRole("navigation").getByRole("button", { name });
const search = () => visit.panel.getByRole("combobox", { name: "Search" });
const rows = () => visit.panel.locator("#rows").getByRole("option");
const row = (title: string) => rows().filter({ hasText: title });
const heart = () => visit.panel.getByRole("button", { name: "Favourite", exact: true });
const voteUp = () => visit.panel.getByRole("button", { name: "Vote up" });
const isPressed = (name: string) =>
  visit.panel.getByRole("button", { name, exact: true }).and(visit.panel.locator("[aria-pressed=true]"));
const connectButton = () => visit.panel.getByRole("button", { name: "Connect", exact: true });
const open = (title: string) => visit.panel.getByRole("heading", { name: title, level: 1 }).waitFor();
const kept = (key: string) =>
  visit.panel.evaluate(
    async (name) => (await (globalThis as unknown as ExtensionPage).chrome.storage.local.get(name))[name],
    key,
  );
const connection = async () => (await kept("connection")) as Connection;

/** As the panel asks, with its token. */
async function ask<Data>(query: string, variables: object, { token }: Connection): Promise<Data> {
  const response = await fetch(`${inject("site")}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: Data }).data;
}
const marks = async () => (await ask<Marks>(MARKS, { id: READY_PROMPT }, await connection())).prompt;

/** Presses Connect: the site opens in a tab, and asks. */
async function beginConnecting(): Promise<Page> {
  const opened = visit.page.context().waitForEvent("page");
  await connectButton().click();
  return opened;
}

/** Back in the list, until what was typed before is gone. */
async function backToList(): Promise<void> {
  await visit.panel.getByRole("button", { name: "Back to the list" }).click();
  await search().waitFor();
}

async function openReady(): Promise<void> {
  await tab("Library").click();
  await search().fill(READY.title);
  await row(READY.title).locator("mark").first().waitFor();
  await row(READY.title).click();
  await open(READY.title);
}

beforeAll(async () => {
  username = await createMember();
  pages = await startEditorPages();
  const allowed = [inject("site")];
  visit = await openPanel({ address: pages.address("textarea", { text: "One\n\nTwo", from: 0, to: 8 }), allowed });
  await visit.page.context().setExtraHTTPHeaders({ "x-forwarded-for": uniqueAddress() });
  await visit.panel.evaluate(AXE_SOURCE);
});

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await pages.stop();
});

afterEach(() => visit.panel.context().setOffline(false));

it("only what is a member's own asks to connect", async () => {
  const { panel } = visit;
  await rows().first().waitFor();
  await rows().first().click();
  await panel.getByRole("button", { name: "Back to the list" }).waitFor();
  expect(await heart().count()).toBe(0);
  expect(await voteUp().count()).toBe(0);
  await backToList();
  for (const name of ["Mine", "Favourites"]) {
    await tab(name).click();
    await connectButton().waitFor();
    expect(await rows().count()).toBe(0);
  }
  await panel
    .getByText(new URL(inject("site")).host, { exact: true })
    .last()
    .waitFor();
});

it("is connected by the site, where the member logs in and allows it", async () => {
  const { panel } = visit;
  await tab("Mine").click();
  const page = await beginConnecting();
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
  await logIn(page, username);
  await main.getByRole("button", { name: "Allow" }).click();
  await panel.getByText("Nothing here yet").waitFor();
  expect(await connection()).toMatchObject({ site: inject("site"), username });
  await page.close();
  await panel.reload();
  await tab("Mine").click();
  await panel.getByText("Nothing here yet").waitFor();
});

describe("hearts and votes", () => {
  it("are seen at once, and arrive", async () => {
    const { panel } = visit;
    await openReady();
    const support = Number(await panel.locator(".support [role=status]").textContent());
    await heart().click();
    await voteUp().click();
    await isPressed("Favourite").waitFor();
    await isPressed("Vote up").waitFor();
    await panel
      .locator(".support")
      .getByText(String(support + 1), { exact: true })
      .waitFor();
    await expect.poll(marks).toEqual({ viewerHasFavorited: true, viewerVote: "UP" });

    await backToList();
    await row(READY.title).getByText("Favourite").waitFor({ state: "attached" });
    await tab("Favourites").click();
    await row(READY.title).waitFor();
    await search().fill(uniqueName("zqxjv"));
    await panel.getByText("Nothing here for").waitFor();
    await search().fill("");
    await row(READY.title).click();
    await voteUp().click();
    await expect.poll(marks).toEqual({ viewerHasFavorited: true, viewerVote: "NONE" });
    await backToList();
  });

  it("wait for the site while it is away, also with the panel closed, and are then sent", async () => {
    const { panel } = visit;
    await openReady();
    await backToList();
    await panel.context().setOffline(true);
    await search().fill(READY.title.toLowerCase());
    await panel.getByText(/Kept here:/).waitFor();
    await row(READY.title).click();
    await open(READY.title);
    await heart().click();
    await panel.getByRole("button", { name: "Vote down" }).click();
    await isPressed("Vote down").waitFor();
    await expect.poll(() => kept("answers")).toContain('"value":"DOWN"');
    expect(await marks()).toEqual({ viewerHasFavorited: true, viewerVote: "NONE" });

    await panel.reload();
    await search().waitFor();
    await panel.context().setOffline(false);
    await search().fill(READY.title);
    await expect.poll(marks).toEqual({ viewerHasFavorited: false, viewerVote: "DOWN" });
  });

  it("are taken back when the site refuses them", async () => {
    const { panel } = visit;
    await openReady();
    await panel.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("mutation AddFavorite")) return route.continue();
      return route.fulfill({ json: { data: { addFavorite: { problems: [{ code: "TOO_MANY" }] } } } });
    });
    await heart().click();
    await panel.getByRole("alert").getByText("The mark was not saved.").waitFor();
    expect(await isPressed("Favourite").count()).toBe(0);
    await panel.unroute("**/graphql");
    await backToList();
  });
});

describe("a selection", () => {
  /** Nobody can press an entry of the browser's own menu here: the background hears of the press. */
  const pressMenu = () =>
    visit.background.evaluate(async () => {
      const { chrome } = globalThis as unknown as ExtensionPage;
      const [current = {}] = await chrome.tabs.query({ active: true, currentWindow: true });
      chrome.contextMenus.onClicked.dispatch({ menuItemId: "save-selection", selectionText: "One Two" }, current);
    });

  it("becomes a prompt of one's own, with its line breaks, in private", async () => {
    const { page, panel, press } = visit;
    await page.bringToFront();
    await press();
    await pressMenu();
    const title = panel.getByRole("textbox", { name: "Title" });
    await title.waitFor();
    expect(await title.inputValue()).toBe("One");
    expect(await panel.getByRole("textbox", { name: "Text" }).inputValue()).toBe("One\n\nTwo");
    await title.fill(" ");
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByRole("alert").getByText("Enter something here.").waitFor();
    const name = `Kept ${uniqueName("zqxjv")}`;
    await title.fill(name);
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Saved among your prompts. Only you see it.").waitFor();
    await open(name);
    // It is one's own.
    expect(await voteUp().count()).toBe(0);
    await backToList();
    await row(name).waitFor();
    await search().fill(name);
    await row(name).locator("mark").first().waitFor();
    const { viewer } = await ask<{ viewer: { prompts: { nodes: object[] } } }>(
      `{ viewer { prompts(locale: EN) { nodes { shared text(locale: EN) { content } } } } }`,
      {},
      await connection(),
    );
    expect(viewer.prompts.nodes).toEqual([{ shared: false, text: { content: "One\n\nTwo" } }]);
  });

  it("is dropped by the way back", async () => {
    const { panel } = visit;
    await pressMenu();
    await panel.getByRole("textbox", { name: "Title" }).waitFor();
    await panel.keyboard.press("Escape");
    await search().waitFor();
    await panel.reload();
    await rows().first().waitFor();
    expect(await panel.getByRole("textbox", { name: "Title" }).count()).toBe(0);
  });
});

it.each([
  ["en", "dark", 320],
  ["en", "light", 600],
  ["ar", "light", 320],
  ["ar", "dark", 600],
] as const)("in %s, %s and %i px wide, the views of an account are accessible", async (locale, scheme, width) => {
  const { panel } = visit;
  const check = async (view: string) => {
    await expectNoViolations(panel, "html", [scheme], view);
    expect(await overflow(panel), view).toEqual({ by: 0, outermost: [] });
  };
  await panel.setViewportSize({ width, height: 700 });
  await panel.emulateMedia({ colorScheme: scheme });
  await panel.evaluate(AXE_SOURCE);
  await panel.locator(".top .icon-button").click();
  await panel.locator("#language").selectOption(locale);
  await panel.locator(".account").waitFor();
  await check("settings");
  await panel.locator(".bar .icon-button").first().click();
  await panel.locator(".tabs button").first().click();
  await rows().first().click();
  await panel.locator(".mark").first().waitFor();
  await check("an opened prompt");
  await panel.keyboard.press("Escape");
  await panel.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { set(items: object): Promise<void> } } };
    };
    await chrome.storage.session.set({ draft: { id: "1", content: "A text" } });
  });
  await panel.locator("#title").waitFor();
  await check("a draft");
  await panel.keyboard.press("Escape");
  await panel.locator(".top .icon-button").click();
  await panel.locator("#language").selectOption("en");
  await panel.getByRole("heading", { name: "Settings" }).waitFor();
  await backToList();
});

it("a token that was ended elsewhere is said, and the site hands another", async () => {
  const { panel } = visit;
  const before = await connection();
  await ask(
    `mutation ($id: ID!) { revokeApiToken(apiTokenId: $id) { problems { code } } }`,
    { id: before.tokenId },
    before,
  );
  await tab("Mine").click();
  await search().fill(uniqueName("zqxjv"));
  await panel.getByText("The connection was ended on the site.").waitFor();
  await panel.evaluate(AXE_SOURCE);
  await expectNoViolations(panel, "html", undefined, "the connection was ended");
  expect(await connection()).toBeUndefined();

  const page = await beginConnecting();
  await page.getByRole("button", { name: "Allow" }).click();
  await connectButton().waitFor({ state: "detached" });
  await search().fill("");
  await rows().first().waitFor();
  expect(await connection()).toMatchObject({ username });
  await page.close();
});

it("Disconnect ends the token too", async () => {
  const { panel } = visit;
  const before = await connection();
  await panel.getByRole("button", { name: "Settings" }).click();
  await panel.getByText(`Connected as ${username}`).waitFor();
  await panel.getByRole("button", { name: "Disconnect" }).click();
  await panel.getByText("Connected as").waitFor({ state: "detached" });
  expect(await ask("{ viewer { user { username } } }", {}, before)).toBeUndefined();
  await backToList();
  await tab("Favourites").click();
  await connectButton().waitFor();
  await expect.poll(() => kept("answers")).not.toContain(before.tokenId);
});
