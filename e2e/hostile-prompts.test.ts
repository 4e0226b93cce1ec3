import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { isDeep, sample } from "../server/platform/testing/deep";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { shareAs } from "./community";
import NAUGHTY from "./naughty-strings/blns-markup.json";
import { HOSTILE_MARKUP } from "./naughty-strings/markup";
import { uniqueAddress, visit } from "./visit";

const CORPUS = [...NAUGHTY, ...HOSTILE_MARKUP];
const PAYLOADS = sample(CORPUS, 24);
/** They share the payloads, which each of them has in every field; the first page of a list has them all. */
const PROMPTS = isDeep ? 12 : 2;
const WORD = "kakapo";
/** The length of a search query. */
const QUERY = 200;

const GROUPS = Array.from({ length: PROMPTS }, (_, group) => PAYLOADS.filter((_, index) => index % PROMPTS === group));

const AUTHOR = "Hostile-Kakapo";
const AUTHOR_PAGE = `/en/community-prompts?author=${AUTHOR}`;
/** No member can have such a name. */
const HOSTILE_NAME = `"'><img src=x onerror=__xss(1)><svg onload=__xss(2)>{{1}}\u202e`;

/** Longer than members may write, and not normalized: what is stored is not trusted. */
const numbers = shareAs(
  AUTHOR,
  GROUPS.map((payloads) => {
    const blanks = payloads.map((payload, index) => {
      const part = payload.replace(/[{}|:\n]/g, "");
      return [`{{${part}}}`, `{{b${index}|${part}}}`, `{{c${index}:${part}}}`].join(" ");
    });
    return {
      tags: ["code"],
      texts: [
        {
          locale: "en" as const,
          title: `${payloads.join(" ")} ${WORD}`,
          remark: payloads.toReversed().join(" "),
          content: [...payloads, ...blanks].join("\n\n"),
          notes: payloads.join("\n\n"),
        },
      ],
    };
  }),
);

beforeAll(() =>
  inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query("update user_account set username = $1 where username = $2", [HOSTILE_NAME, AUTHOR]),
  ),
);

/** Payloads for the query of a list, several in each. */
function queries(): string[] {
  const packed: string[] = [];
  for (const payload of PAYLOADS) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + payload.length < QUERY) packed[packed.length - 1] = `${last} ${payload}`;
    else packed.push(payload);
  }
  return packed;
}

/** The lists, and their parameters that words can be put into. */
const PARAMETERS = [
  ["", "q"],
  ["", "tag"],
  ["community-prompts", "q"],
  ["community-prompts", "tag"],
  ["community-prompts", "author"],
  ["community-prompts", "language"],
  ["", "q"],
] as const;

/** What the page has run, which browsers report by nothing else. */
declare global {
  interface Window {
    ran: string[];
  }
}

async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.ran = [];
    for (const name of ["alert", "confirm", "prompt", "print", "__xss"])
      Reflect.set(window, name, () => void window.ran.push(name));
  });
}

/** What a page could only have if a payload was taken for markup. `known` are the names of elements that the site's pages have. */
function intruders({ known, html }: { known: string[]; html?: string | undefined }): string[] {
  const page = html === undefined ? document : new DOMParser().parseFromString(html, "text/html");
  return [...page.querySelectorAll("*")].flatMap((element) => [
    ...(known.includes(element.localName) ? [] : [element.outerHTML]),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on|^srcdoc$/.test(name) ||
          (/^(xlink:href|href|src|action|formaction|data|poster|background)$/.test(name) &&
            /^[\0-\x20]*(javascript|vbscript|data:text)/i.test(value)),
      )
      .map(({ name, value }) => `${element.localName} ${name}=${value}`),
  ]);
}

const elementNames = () => [...new Set([...document.querySelectorAll("*")].map(({ localName }) => localName))];

/** Harmless pages with the same parts. */
async function readKnownElements(page: Page, open: (path: string) => Promise<number>): Promise<string[]> {
  const known = new Set<string>();
  for (const path of ["/en/prompt/1", "/en/?q=zzzz", "/en/?q=letter", "/en/community-prompts"]) {
    await open(path);
    for (const name of await page.evaluate(elementNames)) known.add(name);
  }
  return [...known];
}

let known: string[] | undefined;
const knownElements = async (page: Page, open: (path: string) => Promise<number>) =>
  (known ??= await readKnownElements(page, open));

// With the content security policy less could run, but the browser would complain of it.
test.each(isDeep ? [true, false] : [true])(
  "texts full of markup run nothing, and markup would be noticed (without a content security policy: %s)",
  async (bypassCSP) => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(300);
    await visit("/en/prompt/1", { bypassCSP, prepare: record }, async ({ page, open }) => {
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const known = await knownElements(page, open);
      const lists = [`/en/?q=${WORD}`, `/en/community-prompts?q=${WORD}`, AUTHOR_PAGE];
      for (const path of [...numbers.map((number) => `/en/prompt/${number}`), ...lists]) {
        expect(await open(path)).toBe(200);
        expect(await page.evaluate(() => document.body.innerText)).toContain("__xss");
        expect(await page.evaluate(() => document.body.innerText)).toContain("onload=__xss(2)");
        // Only with the focus some of them would act.
        for (let times = 0; times < 5; times += 1) await page.keyboard.press("Tab");
        expect([path, await page.evaluate(intruders, { known }), await page.evaluate(() => window.ran)]).toEqual([
          path,
          [],
          [],
        ]);
      }
      expect(dialogs).toEqual([]);
      if (!bypassCSP) return;
      await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror=__xss(1)>"));
      await expect.poll(() => page.evaluate(() => window.ran)).toEqual(["__xss"]);
      expect(await page.evaluate(intruders, { known })).toContain("img onerror=__xss(1)");
    });
  },
);

test("as a search, a tag, an author or a language of a list they are words, too", async () => {
  await visit("/en/prompt/1", { prepare: record }, async ({ page, open }) => {
    const known = await knownElements(page, open);
    const paths = queries().flatMap((query, index) => {
      const [list, name] = PARAMETERS[index % PARAMETERS.length] ?? ["", "q"];
      return `/en/${list}?${new URLSearchParams({ [name]: query }).toString()}`;
    });
    const check = async (path: string) => {
      const response = await fetch(inject("site") + path, { headers: { "x-forwarded-for": uniqueAddress() } });
      const html = await response.text();
      expect([path, response.status, await page.evaluate(intruders, { known, html })]).toEqual([path, 200, []]);
    };
    const left = [...paths];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) await check(path);
      }),
    );
    // The browser renders the words of some itself.
    for (const path of paths.filter((_, index) => index % (isDeep ? 16 : 6) === 1)) {
      await open(path);
      expect([path, await page.evaluate(intruders, { known }), await page.evaluate(() => window.ran)]).toEqual([
        path,
        [],
        [],
      ]);
    }
  });
});
