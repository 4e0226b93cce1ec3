import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { localePath } from "../contract/locales";
import { PAGES } from "../contract/pages";
import { inSiteDatabase, joinSiteDatabase } from "../server/platform/testing/site-database";
import { CHROMIUM_ARGUMENTS, findChromiums } from "./chromium";
import { type DocsLocale, type PictureWords, WORDS } from "./docs-pictures-words";
import { fontEnvironment, fontConfigurations } from "./fonts";
import { launchPanel } from "./panel";
import { createPromptOperation, updatePromptOperation } from "./prompt-operations";
import { type RunningSite, startSite } from "./site";
import { translate } from "./words";

const FOLDER = "docs-content/images";
const SCHEMES = ["dark", "light"] as const;
type Scheme = (typeof SCHEMES)[number];
/** Device pixels per unit of the window. Where more is in view than fits, it is shown smaller. */
const SCALE = 2;
/** Windows are higher than all that is in view: nothing is scrolled, and no header stands over it. */
const HEIGHT = 1600;
/** Around what is in view: as much as the product leaves beside it. */
const PADDING = 24;
const MAX_BYTES = 40_000;
const LOWEST_QUALITY = 0.5;
/** Of the extension's panel, as browsers open it. */
const PANEL_WIDTH = 360;
/** Its list has as much text as fits into a picture, and all pictures of it are shown in the same size. */
const PANEL_SCALE = 1.8;
/** The page beside the panel: nobody's, and answered here. */
const CHAT = "http://chat.example/";
/** The site as the panel names it. */
const PANEL_SITE = "http://prompts.example";
/** Of the device pixels: a script with more strokes fits into the bytes when it is smaller. */
const SHARES = [1, 0.95, 0.9, 0.85, 0.8];
const QUALITIES = [0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, LOWEST_QUALITY];

type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Who has an account, and what is theirs. */
interface Community {
  author: Storage;
  /** Has no prompts. */
  reader: Storage;
  /** The number of the author's prompt. */
  prompt: string;
  /** The accounts as the panel keeps them. */
  connections: Record<Member, object>;
}

type Member = "author" | "reader";

interface Scene {
  page: Page;
  words: PictureWords;
  /** The interface's words in the picture's language, by the English ones. */
  say(message: string): string;
}

type Picture = PictureOfPage | PictureOfPanel;

/** Of a page of the site. */
interface PictureOfPage {
  name: string;
  /** The page's path within its language. */
  address(words: PictureWords, community: Community): string;
  /** Whom the page is shown to, unless to a visitor. */
  member?: Member;
  /** Of the window. */
  width: number;
  scale?: number;
  /** Brings the page into its state. */
  act(scene: Scene): Promise<unknown>;
  /** The parts of the page that are in view, with what is between them. */
  parts(scene: Scene): Locator[];
  /** In place of the padding around the parts. */
  around?: Partial<Record<"top" | "right" | "bottom" | "left", number>>;
}

/** Of the browser extension's whole panel, beside a chat. */
interface PictureOfPanel {
  name: string;
  /** With whose account the panel is connected, if with any. */
  member?: Member;
  /** Of the panel; by default as high as its text. */
  height?: number;
  /** Brings the panel into its state. The scene's page is the panel. */
  act(scene: Scene): Promise<unknown>;
}

const firstCard = (page: Page) => page.locator("#all article").first();
const fillLanguage = ({ page, words }: Scene) =>
  page.locator("article[aria-labelledby=title] textarea").first().fill(words.language);

/** The row of tags goes on beyond the window: makes it end after a whole one. */
async function endAfterTag({ page }: Scene): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const ends = await page
    .locator("#all nav li")
    .evaluateAll((tags) => tags.map((tag) => tag.getBoundingClientRect().right));
  const gap = 8;
  const last = Math.max(...ends.filter((end) => end < width));
  await page.setViewportSize({ width: Math.min(width, Math.floor(last) + gap), height: HEIGHT });
}

/** Makes the window so low that the dialog scrolls, and shows nothing below the field of the text. */
async function endAfterText({ page, say }: Scene): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const dialog = page.getByRole("dialog");
  const [all, next, end] = await boxesOf([
    dialog,
    dialog.getByText(say("Remark"), { exact: true }),
    dialog.locator("button[type=submit]"),
  ]);
  if (!all || !next || !end) return;
  const gap = 8;
  const padding = 14;
  const hidden = end.y - padding - (next.y - gap);
  const outside = 64;
  await page.setViewportSize({ width, height: Math.round(all.height - hidden + outside) });
}

const PICTURES: readonly Picture[] = [
  {
    name: "search",
    address: ({ search }) => `/?q=${encodeURIComponent(search)}`,
    width: 700,
    act: endAfterTag,
    // To the end of the sentence with the first blanks: a blank line follows.
    parts: ({ page }) => [
      page.locator("form[role=search]"),
      firstCard(page).locator("[role=button][data-state]").nth(2),
    ],
    around: { top: 14, bottom: 14 },
  },
  {
    name: "blanks",
    address: () => "/prompt/8",
    width: 880,
    scale: 0.92,
    act: fillLanguage,
    parts: ({ page, say }) => [page.getByRole("region", { name: say("Text of the prompt") })],
    around: { bottom: 0 },
  },
  {
    name: "copy",
    address: () => "/prompt/8",
    width: 1000,
    act: fillLanguage,
    parts: ({ page, say }) => {
      const bench = page.getByRole("complementary", { name: say("Fill in and copy") });
      return [
        bench.getByRole("status"),
        bench.getByRole("button", { name: say("Copy") }),
        bench.getByText(say("What you type stays on this device.")),
      ];
    },
    around: { top: 48, right: 48, bottom: 10, left: 48 },
  },
  {
    name: "tags",
    address: () => "/?tag=code&tag=write",
    /** At 600 px and less the switch for tags moves into the sheet: so wide that a whole tag ends beyond that. */
    width: 760,
    act: endAfterTag,
    parts: ({ page }) => [page.locator("#prompts"), page.locator("#all nav")],
    around: { right: 0, left: 0, bottom: 8 },
  },
  {
    name: "editor",
    address: () => PAGES.user.path,
    member: "reader",
    width: 1000,
    scale: 1.36,
    act: async (scene) => {
      const { page, words, say } = scene;
      await page
        .getByRole("main")
        .getByRole("button", { name: say("Add a prompt") })
        .click();
      const field = (name: string) => page.getByRole("dialog").getByRole("textbox", { name: say(name) });
      await field("Title").fill(words.prompt.title);
      await field("Text").fill(words.prompt.content);
      await field("Remark").fill(words.prompt.remark);
      await page.getByText(say("Draft kept on this device")).waitFor();
      await endAfterText(scene);
    },
    parts: ({ page }) => [page.getByRole("dialog")],
    around: { top: 0, right: 0, bottom: 0, left: 0 },
  },
  {
    name: "history",
    address: (_words, { prompt }) => `/prompt/${prompt}`,
    member: "author",
    width: 728,
    around: { top: 12 },
    act: async ({ page }) => {
      await page.locator("main ol [aria-expanded]").click();
      await page.locator("main ins").first().waitFor();
    },
    parts: ({ page, say }) => [
      page.locator("main section", { has: page.getByRole("heading", { name: say("History") }) }),
    ],
  },
  {
    name: "comments",
    address: (_words, { prompt }) => `/prompt/${prompt}`,
    width: 680,
    act: ({ page }) => page.locator("#comments article").nth(1).waitFor(),
    parts: ({ page }) => [page.locator("#comments")],
    around: { top: 12 },
  },
  {
    name: "extension-list",
    member: "author",
    // The third row ends after its title.
    height: 564,
    act: (scene) => searchPanel(scene, scene.words.search, 0),
  },
  {
    name: "extension-open",
    member: "reader",
    act: async (scene) => {
      const { page, words } = scene;
      await searchPanel(scene, words.answer.title, 1);
      await page.locator("#rows [role=option]").first().click();
      await page.locator(".sheet textarea").first().fill(words.language);
      for (const mark of [".bar .mark", ".support .mark"]) {
        const button = page.locator(mark).first();
        // Taken in the other colour mode before, it is already pressed.
        if ((await button.getAttribute("aria-pressed")) === "false") await button.click();
        await page.locator(`${mark}[aria-pressed=true]`).first().waitFor();
      }
    },
  },
  {
    name: "extension-connect",
    act: async ({ page }) => {
      await page.locator(".tabs button").nth(2).click();
      await page.locator(".card").waitFor();
    },
  },
];

/** Searches in a tab of the panel, until the list is that of the words and the tabs have their numbers. */
async function searchPanel({ page }: Scene, words: string, tab: number): Promise<void> {
  await page.locator(".tabs button").nth(tab).click();
  await page.getByRole("combobox").first().fill(words);
  await page.locator("#rows mark").first().waitFor();
  await page.locator(".tabs .count").nth(3).waitFor();
}

/** Makes the panel as high as what it shows. */
async function fitPanel(panel: Page): Promise<void> {
  const height = await panel.evaluate(() => {
    const text = document.querySelector(".scroll");
    const [last] = [...(text?.children ?? [])].slice(-1);
    if (!text || !last) return innerHeight;
    const end = last.getBoundingClientRect().bottom + Number.parseFloat(getComputedStyle(text).paddingBottom);
    return innerHeight + end + text.scrollTop - text.getBoundingClientRect().bottom;
  });
  await panel.setViewportSize({ width: PANEL_WIDTH, height: Math.ceil(height / 2) * 2 });
}

/**
 * Takes the pictures of the docs.
 * @param only languages and names of pictures; none of either means all
 */
export async function takeDocsPictures(only: readonly string[]): Promise<void> {
  const all = Object.keys(WORDS) as DocsLocale[];
  const names = PICTURES.map(({ name }) => name);
  const unknown = only.filter((word) => ![...all, ...names].includes(word));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}, only: ${[...all, ...names].join(", ")}`);
  const choose = <Name extends string>(from: readonly Name[]) => {
    const chosen = from.filter((name) => only.includes(name));
    return chosen.length > 0 ? chosen : from;
  };
  const [locales, wanted] = [choose(all), choose(names)];

  const site = await startSite({ links: {} });
  const executablePath = findChromiums().full;
  const fonts = fontConfigurations()?.noto;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS, env: fontEnvironment(fonts) });
  const failed: string[] = [];
  try {
    for (const locale of locales) {
      const community = await createCommunity(browser, site, locale);
      mkdirSync(join(FOLDER, locale), { recursive: true });
      for (const picture of PICTURES.filter(({ name }) => wanted.includes(name))) {
        await take({ browser, executablePath, fonts, site: site.url, community, locale }, picture).catch(
          (error: unknown) => {
            failed.push(`${picture.name} in ${locale}: ${error instanceof Error ? error.message : String(error)}`);
          },
        );
      }
    }
    if (failed.length > 0) throw new Error(`Some pictures could not be taken:\n${failed.join("\n")}`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

interface Studio {
  browser: Browser;
  executablePath: string;
  fonts: string | undefined;
  site: string;
  community: Community;
  locale: DocsLocale;
}

/** Writes a picture in both colour modes, as large as fits. */
async function take(studio: Studio, picture: Picture): Promise<void> {
  for (const share of SHARES) {
    const taken = await takeInBothSchemes(studio, picture, share);
    const tooLarge = taken.filter(({ image }) => image.bytes.length > MAX_BYTES);
    if (tooLarge.length > 0 && share !== SHARES.at(-1)) continue;
    for (const { file, image } of tooLarge)
      throw new Error(`${file}: ${image.bytes.length} bytes at the lowest quality.`);
    const sizes = taken.map(({ image }) => image.size);
    if (new Set(sizes).size > 1) throw new Error(`Its sizes differ: ${sizes.join(", ")}`);
    for (const { file, image } of taken) {
      writeFileSync(file, image.bytes);
      process.stdout.write(`${file}: ${image.size}, ${image.bytes.length} bytes, quality ${image.quality}\n`);
    }
    return;
  }
}

async function takeInBothSchemes(studio: Studio, picture: Picture, share: number) {
  const { browser, locale } = studio;
  const taken: { file: string; image: Webp }[] = [];
  for (const scheme of SCHEMES) {
    const file = join(FOLDER, locale, `${picture.name}-${scheme}.webp`);
    const png =
      "address" in picture
        ? await photograph(studio, picture, scheme, share)
        : await photographPanel(studio, picture, scheme, share);
    taken.push({ file, image: await toWebp(browser, png) });
  }
  return taken;
}

/** @returns a PNG */
async function photograph(
  { browser, site, community, locale }: Studio,
  { address, member, width, scale = SCALE, act, parts, around }: PictureOfPage,
  scheme: Scheme,
  share: number,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    deviceScaleFactor: scale * share,
    locale,
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...(member && { storageState: community[member] }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript((theme) => localStorage.setItem("theme", theme), scheme);
    const words = WORDS[locale];
    const scene: Scene = { page, words, say: (message) => translate(locale, message) };
    await page.goto(`${site}${localePath(locale, address(words, community))}`);
    await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
    await act(scene);
    await settle(page);
    const clip = await areaOf(parts(scene), { ...SIDES, ...around });
    return await page.screenshot({ clip });
  } catch (error) {
    throw new Error(`${scheme}: ${String(error)}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** @returns a PNG */
async function photographPanel(
  { executablePath, fonts, site, community, locale }: Studio,
  { member, height, act }: PictureOfPanel,
  scheme: Scheme,
  share: number,
): Promise<Buffer> {
  const visit = await launchPanel({ address: site, site, executablePath, fonts });
  const { page, panel, press } = visit;
  try {
    await page.route(CHAT, (route) => route.fulfill({ contentType: "text/html", body: "<textarea></textarea>" }));
    await page.goto(CHAT);
    await page.locator("textarea").focus();
    await panel.route(`${PANEL_SITE}/graphql`, (route) => route.continue({ url: `${site}/graphql` }));
    await panel.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await panel.setViewportSize({ width: PANEL_WIDTH, height: height ?? HEIGHT });
    await panel.evaluate(
      async (kept) => {
        const { chrome } = globalThis as unknown as {
          chrome: { storage: { local: { set(values: object): Promise<void> } } };
        };
        await chrome.storage.local.set(kept);
      },
      { settings: { site: PANEL_SITE, locale }, ...(member && { connection: community.connections[member] }) },
    );
    await panel.reload();
    await press();
    const words = WORDS[locale];
    await act({ page: panel, words, say: (message) => translate(locale, message) });
    if (height === undefined) await fitPanel(panel);
    await settle(panel);
    return await capture(panel, PANEL_SCALE * share);
  } catch (error) {
    throw new Error(`${scheme}: ${String(error)}`, { cause: error });
  } finally {
    await visit[Symbol.asyncDispose]();
  }
}

/** A screenshot would have a device pixel per unit: nothing but the protocol reaches a panel. @returns a PNG */
async function capture(panel: Page, deviceScaleFactor: number): Promise<Buffer> {
  const size = panel.viewportSize() ?? { width: PANEL_WIDTH, height: HEIGHT };
  const devtools = await panel.context().newCDPSession(panel);
  await devtools.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor, mobile: false });
  const { data } = await devtools.send("Page.captureScreenshot", { format: "png" });
  return Buffer.from(data, "base64");
}

const SIDES = { top: PADDING, right: PADDING, bottom: PADDING, left: PADDING };

async function boxesOf(parts: readonly Locator[]) {
  return Promise.all(
    parts.map(async (part) => {
      const box = await part.boundingBox();
      if (!box) throw new Error(`${String(part)} is not there.`);
      return box;
    }),
  );
}

/** In whole units, within the window. */
async function areaOf(parts: readonly Locator[], around: typeof SIDES) {
  const boxes = await boxesOf(parts);
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x)) - around.left));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.y)) - around.top));
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + around.right);
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + around.bottom);
  return { x, y, width: right - x, height: bottom - y };
}

/** Waits until nothing changes any more, with neither focus nor pointer on anything. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.waitForFunction(
    () =>
      document.fonts.status === "loaded" &&
      [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}

interface Webp {
  bytes: Buffer;
  /** In device pixels, both of them even. */
  size: string;
  quality: number;
}

/** As good as fits, or in the lowest quality. */
async function toWebp(browser: Browser, png: Buffer): Promise<Webp> {
  const page = await browser.newPage();
  try {
    const convert = async (quality: number): Promise<Webp> => {
      const { address, size } = await page.evaluate(
        async ([source, level]) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement("canvas");
          canvas.width = image.naturalWidth - (image.naturalWidth % 2);
          canvas.height = image.naturalHeight - (image.naturalHeight % 2);
          canvas.getContext("2d")?.drawImage(image, 0, 0);
          return { address: canvas.toDataURL("image/webp", level), size: `${canvas.width} × ${canvas.height}` };
        },
        [`data:image/png;base64,${png.toString("base64")}`, quality] as const,
      );
      return { bytes: Buffer.from(address.slice(address.indexOf(",") + 1), "base64"), size, quality };
    };
    for (const quality of QUALITIES) {
      const webp = await convert(quality);
      if (webp.bytes.length <= MAX_BYTES) return webp;
    }
    return await convert(LOWEST_QUALITY);
  } finally {
    await page.close();
  }
}

/** Two members, and a prompt of the one that the other has commented on. */
async function createCommunity(browser: Browser, site: RunningSite, locale: DocsLocale): Promise<Community> {
  const { author, reader, prompt, changed, translation, comment, reply, answer } = WORDS[locale];
  const writer = await browser.newContext();
  const commenter = await browser.newContext();
  try {
    await register(writer, site.url, locale, author, `author-${locale}`);
    await register(commenter, site.url, locale, reader, `reader-${locale}`);
    const language = locale.toUpperCase();
    const ask = (by: BrowserContext, query: string, variables: object) => send(by.request, site.url, query, variables);
    const created = await ask(writer, createPromptOperation("prompt { id } problems { code }"), {
      texts: [{ locale: language, ...prompt }],
      shared: true,
    });
    const promptId = idIn(created);
    await ask(writer, updatePromptOperation("problems { code }"), {
      promptId,
      texts: [{ locale: language, content: changed }, translation],
    });
    const commented = await ask(
      commenter,
      `mutation ($promptId: ID!, $body: String!) {
        createComment(promptId: $promptId, body: $body) { comment { id } problems { code } } }`,
      { promptId, body: comment },
    );
    await ask(
      writer,
      `mutation ($parentId: ID!, $body: String!) {
        createReply(parentId: $parentId, body: $body) { problems { code } } }`,
      { parentId: idIn(commented), body: reply },
    );
    await backdate(site, promptId);
    await ask(writer, createPromptOperation("prompt { id } problems { code }"), {
      texts: [{ locale: language, ...answer }],
      tags: ["write", "language"],
      shared: true,
    });
    await ask(writer, 'mutation { addFavorite(promptId: "8") { problems { code } } }', {});
    const connect = async (by: BrowserContext, username: string) => {
      const answered = await ask(
        by,
        `mutation { createApiToken(name: "Browser extension", scope: WRITE) {
          token apiToken { id } problems { code } } }`,
        {},
      );
      const [, token] = /"token":"([^"]+)"/.exec(answered) ?? [];
      return { site: PANEL_SITE, token, tokenId: idIn(answered), username };
    };
    return {
      author: await writer.storageState(),
      reader: await commenter.storageState(),
      prompt: promptId,
      connections: { author: await connect(writer, author), reader: await connect(commenter, reader) },
    };
  } finally {
    await writer.close();
    await commenter.close();
  }
}

/** Creates an account; the context is logged in. */
async function register(
  context: BrowserContext,
  site: string,
  locale: DocsLocale,
  username: string,
  mailbox: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${site}${localePath(locale, "/user/auth?view=register")}`);
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  await page.locator("main [name=username]").fill(username);
  await page.locator("main [name=email]").fill(`${mailbox}@example.org`);
  for (const field of await page.locator("main [type=password]").all()) await field.fill("correct horse 7");
  await page.locator("main [type=checkbox]").check();
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(`${site}${localePath(locale, "/")}`);
}

/** Runs an operation of the API. @returns its answer, without errors and problems */
async function send(requests: APIRequestContext, site: string, query: string, variables: object): Promise<string> {
  const response = await requests.post(`${site}/graphql`, { data: { query, variables } });
  const answer = await response.text();
  if (!answer.includes('"problems":[]') || answer.includes('"errors"')) throw new Error(`The site says: ${answer}`);
  return answer;
}

function idIn(answer: string): string {
  const [, id] = /"id":"([\w-]+)"/.exec(answer) ?? [];
  if (id === undefined) throw new Error(`There is no id in: ${answer}`);
  return id;
}

/** What was written now would say another time in each picture. */
async function backdate(site: RunningSite, promptId: string): Promise<void> {
  const database = await joinSiteDatabase(site.dataDir);
  try {
    await inSiteDatabase(database.url, async (dataSource) => {
      await dataSource.query("update prompt set updated_at = '2026-11-24 18:20Z' where id = $1", [promptId]);
      await dataSource.query("update prompt_revision set created_at = '2026-11-21 09:05Z' where prompt_id = $1", [
        promptId,
      ]);
      await dataSource.query(
        "update comment set created_at = now() - case when parent_id is null then 3 else 2 end * interval '1 day' where prompt_id = $1",
        [promptId],
      );
    });
  } finally {
    await database.leave();
  }
}
