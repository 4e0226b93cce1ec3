import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { localePath } from "../contract/locales";
import { PAGES, SETTINGS_PATH } from "../contract/pages";
import { CHROMIUM_ARGUMENTS, findChromiums } from "./chromium";
import { fontEnvironment, fontConfigurations } from "./fonts";
import { CATALOGUE, READY_PROMPT } from "./library";
import { createPromptOperation, updatePromptOperation, withText } from "./prompt-operations";
import { startSite } from "./site";

const LOCALES = ["en", "bn", "ar"] as const;
const SCHEMES = ["dark", "light"] as const;
const WIDTHS = [390, 768, 1440];
const HEIGHT = 900;
const FIRST = CATALOGUE[0]?.id ?? 0;
const OLDEST = "/?sort=release&order=asc";

/** A page in a state worth looking at. */
interface Shot {
  name: string;
  path: string;
  /** Brings the page into its state. */
  act?(page: Page): Promise<unknown>;
  /** The whole page, not only the viewport. */
  whole?: boolean;
  /** Only at these widths. */
  widths?: readonly number[];
  /** Shows the language hint. */
  newcomer?: boolean;
  /** Shows an animation while waiting for a response that never comes. */
  waits?: boolean;
  /** As a signed-in member sees it. */
  member?: boolean;
}

const firstCard = (page: Page) => page.locator("section[aria-labelledby=prompts] article").first();
const goToFirst = (page: Page) => firstCard(page).getByRole("heading").getByRole("link").click();
const lightFirst = async (page: Page) => {
  await firstCard(page).locator("[role=button][data-state]").first().click();
  await firstCard(page).getByRole("textbox").first().waitFor();
};
const fillIn = async (page: Page) => {
  for (const field of await page.locator("article[aria-labelledby=title] textarea").all()) await field.fill("42\n43");
};
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y);

const openDrawer = async (page: Page) => {
  await page.locator("header button[aria-haspopup=dialog]").click();
  await page.getByRole("dialog").waitFor();
};
const askToLogIn = async (page: Page) => {
  const link = page.locator("header a[href$='/user/auth']:visible");
  if ((await link.count()) === 0) await openDrawer(page);
  await page.locator("a[href$='/user/auth']:visible").first().click();
  await page.locator("[role=dialog] [name=password]").waitFor();
};
const refuse = async (page: Page, part: string) => {
  await page.locator(`${part} [name=username]`).fill("nobody-at-all");
  await page.locator(`${part} [name=password]`).fill("wrong horse 7");
  await page.keyboard.press("Enter");
  await page.locator(`${part} [role=alert]`, { hasText: /./ }).waitFor();
};
/** The prompts of the member. */
const ownPrompts = async (page: Page) => {
  await page.locator("main article").first().waitFor();
  return page.locator("main article").all();
};
const settings = async (page: Page) => {
  const sections = page.locator("main section");
  await sections.nth(3).waitFor();
  return sections;
};

const SHOTS: readonly Shot[] = [
  { name: "home", path: "/" },
  { name: "home-whole", path: "/", whole: true },
  { name: "home-end", path: "/", act: (page) => scrollTo(page, 1e6) },
  { name: "home-filtered", path: "/?tag=write&tag=text&match=any" },
  { name: "community", path: "/community-prompts" },
  { name: "community-empty", path: "/community-prompts?q=zzqxjw" },
  { name: "home-searched", path: "/?q=text&order=asc" },
  { name: "home-later-page", path: OLDEST, act: (page) => page.locator("a[data-in-place]").click() },
  { name: "home-empty", path: "/?q=zzqxjw&tag=code", whole: true },
  { name: "home-tags", path: "/", act: (page) => page.locator("main details > summary").first().click() },
  {
    name: "home-tag-description",
    path: "/",
    act: (page) => page.locator("main nav a").first().focus(),
  },
  { name: "card-open", path: OLDEST, act: (page) => page.locator("a[aria-expanded=false]").first().click() },
  { name: "card-flipped", path: OLDEST, act: (page) => firstCard(page).locator("button[lang]").last().click() },
  { name: "language-menu", path: "/", act: (page) => page.locator("header details:has([hreflang]) > summary").click() },
  {
    name: "tools-menu",
    path: "/",
    widths: [1440],
    act: (page) => page.locator("header nav summary").first().click(),
  },
  {
    name: "drawer",
    path: "/",
    widths: [390, 768],
    act: (page) => openDrawer(page),
  },
  { name: "language-hint", path: "/", newcomer: true, act: (page) => page.locator("aside[lang]").waitFor() },
  {
    name: "chats",
    path: OLDEST,
    act: async (page) => {
      await firstCard(page).locator("[aria-haspopup=menu]").click();
      await page.getByRole("menu").waitFor();
    },
  },
  { name: "card-lit", path: OLDEST, act: lightFirst },
  {
    name: "card-lit-filled",
    path: OLDEST,
    act: async (page) => {
      await lightFirst(page);
      for (const field of await firstCard(page).getByRole("textbox").all()) await field.fill("42");
    },
  },
  {
    name: "pick-filled",
    path: "/",
    act: async (page) => {
      for (const field of await page.locator("article[aria-labelledby=pick] textarea").all()) await field.fill("42");
    },
  },
  {
    name: "copied",
    path: `/prompt/${READY_PROMPT}`,
    act: (page) => page.locator("article[aria-labelledby=title] aside button[data-look]").first().click(),
  },
  {
    name: "notice",
    path: OLDEST,
    act: async (page) => {
      await page.route("**/graphql", (route) => route.abort());
      await firstCard(page).locator("[aria-haspopup=menu]").click();
      await page.locator("body > [role=status][aria-live]", { hasText: /./ }).waitFor({ state: "attached" });
    },
  },
  {
    name: "code-late",
    path: OLDEST,
    waits: true,
    act: async (page) => {
      await page.route("**/assets/page-prompt-*.js", () => {}); // Never answered.
      await goToFirst(page);
      await page.waitForFunction(() => {
        const spinner = document.querySelector("[role=status][aria-label]");
        return spinner !== null && getComputedStyle(spinner).opacity === "1";
      });
    },
  },
  { name: "prompt", path: `/prompt/${FIRST}` },
  { name: "prompt-whole", path: `/prompt/${FIRST}`, whole: true },
  { name: "prompt-filled", path: `/prompt/${FIRST}`, act: fillIn },
  {
    name: "prompt-languages",
    path: `/prompt/${FIRST}`,
    act: (page) => page.locator("article section summary").click(),
  },
  {
    name: "prompt-share",
    path: `/prompt/${FIRST}`,
    act: (page) => page.locator("article aside summary").first().click(),
  },
  {
    name: "prompt-print",
    path: `/prompt/${FIRST}`,
    act: (page) => fillIn(page).then(() => page.emulateMedia({ media: "print" })),
  },
  { name: "prompt-scrolled", path: `/prompt/${FIRST}`, act: (page) => page.mouse.wheel(0, 500) },
  { name: "docs-home", path: "/docs/", whole: true },
  { name: "docs-guide", path: "/docs/guides/getting-started", whole: true },
  { name: "docs-code", path: "/docs/integrators/graphql-api" },
  { name: "docs-category", path: "/docs/category/guides" },
  { name: "docs-search", path: "/docs/search?q=token" },
  { name: "blog", path: "/blog", whole: true },
  { name: "login", path: "/user/auth" },
  { name: "login-link", path: "/user/auth?view=link" },
  {
    name: "login-link-sent",
    path: "/user/auth?view=link",
    act: async (page) => {
      await page.locator("main [name=identifier]").fill(`nobody-${randomUUID()}`);
      await page.keyboard.press("Enter");
      await page.locator("main form [role=status]", { hasText: /./ }).waitFor();
    },
  },
  { name: "login-failed", path: "/user/auth", act: (page) => refuse(page, "main") },
  {
    name: "login-dialog",
    path: "/",
    act: async (page) => {
      await askToLogIn(page);
      await refuse(page, "[role=dialog]");
    },
  },
  { name: "forgot", path: "/user/auth?view=forgot" },
  { name: "register", path: "/user/auth?view=register", whole: true },
  {
    name: "register-mistakes",
    path: "/user/auth?view=register",
    whole: true,
    act: async (page) => {
      await page.locator("main form button[type=submit]").click();
      await page.locator("main [aria-invalid=true]").first().waitFor();
    },
  },
  { name: "link", path: "/user/link#it-opens-nothing", act: (page) => page.locator("main [role=alert] p").waitFor() },
  {
    name: "confirm",
    path: "/user/confirm#it-confirms-nothing",
    act: (page) => page.locator("main [role=alert] p").waitFor(),
  },
  {
    name: "confirm-used",
    path: "/user/confirm#it-confirms-nothing",
    member: true,
    act: async (page) => {
      await page.locator("main form").waitFor();
    },
  },
  { name: "change-email", path: "/user/change-email#a-code", act: (page) => page.locator("main form").waitFor() },
  {
    name: "stop-email-change",
    path: "/user/stop-email-change#a-code",
    act: (page) => page.locator("main form").waitFor(),
  },
  {
    name: "stop-email-change-used",
    path: "/user/stop-email-change#a-code",
    act: async (page) => {
      await page.locator("main form button").click();
      await page.locator("main a[href*=forgot]").waitFor();
    },
  },
  {
    name: "connect",
    path: `/user/connect?challenge=${"c".repeat(43)}`,
    member: true,
    act: (page) => page.locator("main form").waitFor(),
  },
  {
    name: "connect-code",
    path: `/user/connect?challenge=${"c".repeat(43)}`,
    member: true,
    act: async (page) => {
      await page.locator("main form button").click();
      await page.locator("main code").waitFor();
    },
  },
  { name: "reset", path: "/reset-password#a-code" },
  { name: "settings-visitor", path: SETTINGS_PATH },
  { name: "settings", path: SETTINGS_PATH, member: true, whole: true, act: (page) => settings(page) },
  {
    name: "settings-open",
    path: SETTINGS_PATH,
    member: true,
    whole: true,
    act: async (page) => {
      const sections = await settings(page);
      await sections.last().locator("button").click();
      for (const form of await sections.locator("form").all()) await form.locator("button[type=submit]").click();
      await page.locator("main [aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "account-menu",
    path: "/",
    member: true,
    widths: [1440],
    act: (page) => page.locator("header details:has(button)").last().locator("summary").click(),
  },
  {
    name: "settings-pending-email",
    path: SETTINGS_PATH,
    member: true,
    whole: true,
    act: async (page) => {
      const email = (await settings(page)).nth(1);
      const cancel = email.locator("form:not(:has(input)) button[type=button]");
      if ((await cancel.count()) > 0) return;
      await email.locator("[name=email]").fill("iphigenia@example.net");
      await email.locator("[name=currentPassword]").fill("correct horse 7");
      await email.locator("form:has([name=email]) button[type=submit]").click();
      await cancel.waitFor();
    },
  },
  {
    name: "logout-question",
    path: `/prompt/${FIRST}`,
    member: true,
    act: async (page) => {
      await fillIn(page);
      await page.goto(page.url().replace(/\/prompt.*/, SETTINGS_PATH));
      const devices = (await settings(page)).nth(1);
      // There is no other session: the only button logs out.
      await devices.locator("button").last().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "own-prompts", path: PAGES.user.path, member: true, whole: true, act: (page) => ownPrompts(page) },
  {
    name: "own-prompt-editor",
    path: PAGES.user.path,
    member: true,
    act: async (page) => {
      const [first] = await ownPrompts(page);
      await first?.locator("[aria-haspopup=dialog]").first().click();
      await page.locator("[role=dialog] form input").first().fill("");
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] [aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "own-prompt-page",
    path: PAGES.user.path,
    member: true,
    whole: true,
    act: async (page) => {
      const [first] = await ownPrompts(page);
      await first?.locator("h3 a").click();
      await page.locator("main ol [aria-expanded]").click();
      await page.locator("main ins").first().waitFor();
    },
  },
  { name: "account-drawer", path: "/", member: true, widths: [390, 768], act: (page) => openDrawer(page) },
  { name: "missing", path: "/nowhere" },
  {
    name: "load-failure",
    path: OLDEST,
    act: async (page) => {
      await page.route("**/assets/page-prompt-*.js", (route) => route.abort());
      await goToFirst(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "crash",
    path: OLDEST,
    act: async (page) => {
      await page.evaluate(() => {
        const { stringify } = JSON;
        JSON.stringify = (value: unknown, ...rest: unknown[]) => {
          const isSearchData = typeof value === "object" && value !== null && "@context" in value && "@graph" in value;
          if (isSearchData) throw new Error("It broke.", { cause: new Error("The cause.") });
          return Reflect.apply(stringify, JSON, [value, ...rest]) as string;
        };
      });
      await goToFirst(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "slow-change-of-page",
    path: OLDEST,
    waits: true,
    act: async (page) => {
      await page.route("**/graphql", () => {}); // Never answered.
      await goToFirst(page);
      await page.waitForFunction(() => document.getAnimations().some(({ currentTime }) => Number(currentTime) > 600));
    },
  },
];

/**
 * Writes a screenshot of every page and state × widths × colour modes × languages.
 * @param folder target folder, outside the project; by default a new temporary one.
 * @param only parts of state names; none means all.
 */
export async function takeShots(folder: string | undefined, only: readonly string[]): Promise<void> {
  const target = folder === undefined ? mkdtempSync(join(tmpdir(), "polyprompt-shots-")) : resolve(folder);
  if (!relative(process.cwd(), target).startsWith(".."))
    throw new Error("The pictures do not belong into the project.");
  mkdirSync(target, { recursive: true });
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: findChromiums().full,
    args: CHROMIUM_ARGUMENTS,
    env: fontEnvironment(fontConfigurations()?.noto),
  });
  try {
    const member = await signIn(browser, site.url);
    const failed: string[] = [];
    const wanted = SHOTS.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
    for (const shot of wanted) {
      process.stdout.write(`${shot.name}\n`);
      for (const locale of LOCALES) {
        for (const scheme of SCHEMES) {
          await take({ browser, site: site.url, member, folder: target }, shot, locale, scheme).catch(
            (error: unknown) => {
              failed.push(`${shot.name} in ${locale}, ${scheme}: ${String(error)}`);
            },
          );
        }
      }
    }
    if (failed.length > 0) throw new Error(`Some pictures could not be taken:\n${failed.join("\n")}`);
    process.stdout.write(`The pictures are in ${target}\n`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Creates an account and returns its browser storage state. */
async function signIn(browser: Browser, site: string): Promise<Storage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site}/en/user/auth?view=register`);
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  await page.locator("main [name=username]").fill("Iphigenia-of-Tauris");
  await page.locator("main [name=email]").fill("iphigenia@example.org");
  for (const field of await page.locator("main [type=password]").all()) await field.fill("correct horse 7");
  await page.locator("main [type=checkbox]").check();
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(`${site}/en/`);
  await addPrompts(page, site);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Adds prompts of the member who is signed in; the last one has a history. */
async function addPrompts(page: Page, site: string): Promise<void> {
  const send = async (query: string, variables: object) => {
    const response = await page.context().request.post(`${site}/graphql`, { data: { query, variables } });
    return response.text();
  };
  for (const title of ["Explain my payslip line by line", "Plan a vegetable garden for a balcony"]) {
    // Nothing is shared twice, and each tour adds them anew.
    const content = `Plan what to grow on a balcony of {{size|square metres:4}}.\n\n- Only what ripens by {{month:September}}.\n- No. ${randomUUID()}`;
    const prompt = withText({ title, content, tags: ["life", "write"], shared: true });
    const [, promptId] = /"id":"(\d+)"/.exec(await send(createPromptOperation("prompt { id }"), prompt)) ?? [];
    const change = withText({ content: content.replace("September", "August") });
    await send(updatePromptOperation("prompt { id }"), { promptId, ...change });
  }
}

async function take(
  { browser, site, member, folder }: { browser: Browser; site: string; member: Storage; folder: string },
  { name, member: isMember = false, path, act, whole = false, widths = WIDTHS, newcomer, waits }: Shot,
  locale: (typeof LOCALES)[number],
  scheme: (typeof SCHEMES)[number],
): Promise<void> {
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      locale: newcomer ? "de" : locale,
      ...(isMember && { storageState: member }),
      reducedMotion: waits ? "no-preference" : "reduce",
      permissions: ["clipboard-write"],
    });
    try {
      const page = await context.newPage();
      await page.addInitScript(
        ([theme, knows]) => {
          localStorage.setItem("theme", theme);
          Object.defineProperty(navigator, "connection", { value: { saveData: true } });
          if (knows) localStorage.setItem("polyprompt.language-hint", "done");
        },
        [scheme, !newcomer] as const,
      );
      await page.goto(`${site}${localePath(locale, path)}`);
      await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
      await act?.(page);
      await page.waitForLoadState(waits ? "load" : "networkidle");
      await page.screenshot({ path: join(folder, `${name}.${locale}.${scheme}.${width}.png`), fullPage: whole });
    } finally {
      await context.close();
    }
  }
}
