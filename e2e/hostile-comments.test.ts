import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { insertPrompts } from "../server/platform/testing/community";
import { isDeep, sample } from "../server/platform/testing/deep";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { MARKDOWN_CASES } from "../server/platform/testing/markdown-cases";
import { XSS_PAYLOADS } from "../server/platform/testing/xss-payloads";
import { createMember } from "./account";
import { uniqueAddress, visit, type VisitOptions } from "./visit";

/** The most that one query returns. */
const MOST = 100;
const AT_ONCE = 20;
const SYNTAX = Object.values(MARKDOWN_CASES).flatMap((cases) => cases.map(([source]) => source));
/** What attackers write, and every construct of Markdown. PostgreSQL stores none of the replaced, and members cannot write them either. */
const TEXTS = sample(
  [...XSS_PAYLOADS, ...SYNTAX]
    .map((text) => text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, ""))
    .filter((text) => text !== ""),
  40,
);

/** So that every request is one of a comment. */
const NO_PREFETCH: VisitOptions = { connection: { saveData: true } };

let promptId = 0;
let comments: string[] = [];
beforeAll(async () => {
  const author = await createMember();
  promptId = await inSiteDatabase(inject("database"), async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      author,
    ]);
    const texts = [{ locale: "en", title: `Attacked ${author}`, content: "Say it." }] as const;
    const [number = 0] = await insertPrompts(dataSource, [{ authorId: user?.id ?? "", texts }]);
    // Of a version before the first one: the site renders them as they are read.
    // A few at a time: a slow machine would not insert all of them within the time that a statement may take.
    for (let from = 0; from < TEXTS.length; from += AT_ONCE)
      await dataSource.query(
        `insert into comment (prompt_id, author_id, body, html, html_version)
         select $1, $2, body || ' @' || $4, '{}', 0 from unnest($3::text[]) body`,
        [number, user?.id, TEXTS.slice(from, from + AT_ONCE), author],
      );
    return number;
  });
  comments = await readComments();
  expect(comments).toHaveLength(TEXTS.length);
});
afterAll(() =>
  inSiteDatabase(inject("database"), (dataSource) => dataSource.query("delete from prompt where id = $1", [promptId])),
);

const QUERY = `query ($id: ID!, $after: String) { prompt(id: $id) { comments(first: ${String(MOST)}, after: $after) {
  nodes { html } pageInfo { hasNextPage endCursor } } } }`;

interface Answer {
  data: { prompt: { comments: { nodes: { html: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } };
  errors?: unknown;
}

/** The HTML of all comments, as the API gives it to everybody. */
async function readComments(): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const response = await fetch(`${inject("site")}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": uniqueAddress() },
      body: JSON.stringify({ query: QUERY, variables: { id: String(promptId), after } }),
    });
    const { data, errors } = (await response.json()) as Answer;
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.prompt.comments;
    found.push(...nodes.map(({ html }) => html));
    [after, isMore] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  return found;
}

/** What the page has run, which browsers report by nothing else. */
declare global {
  interface Window {
    ran: string[];
  }
}

async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.ran = [];
    for (const name of ["alert", "confirm", "prompt", "print"])
      Reflect.set(window, name, () => void window.ran.push(name));
  });
}

/** Elements and attributes that no comment may have, as the browser has understood them; and what it has understood otherwise. */
function intruders(): string[] {
  const elements =
    /^(a|b|blockquote|br|code|d[dlt]|del|details|div|em|h[3-6r]|i|ins|kbd|li|[ou]l|p|pre|q|r[pt]|ruby|s|samp|section|span|strike|strong|su[bp]|summary|table|t[bdhrt]|tbody|tfoot|thead|var)$/;
  const attributes = /^(href|rel|title|lang|dir|open|start|value|type|reversed|cite|datetime|align|valign|abbr|scope)$/;
  const found: string[] = [];
  for (const comment of document.querySelectorAll("article > div")) {
    const tags = comment.previousElementSibling?.textContent.match(/<[a-z]\w*(?:\s[^\s=>]+(?:="[^"]*")?)*>/g) ?? [];
    const all = [...comment.querySelectorAll("*")];
    if (tags.length !== all.length) found.push(`understood otherwise: ${comment.innerHTML}`);
    for (const element of all) {
      if (!elements.test(element.localName)) found.push(element.outerHTML);
      for (const { name, value } of element.attributes) {
        const isLanguage = name === "class" && element.localName === "code" && /^language-\S+$/.test(value);
        if (!attributes.test(name) && !isLanguage) found.push(`${element.localName} ${name}=${value}`);
      }
      // ":" is that of an address that is none.
      const scheme = element instanceof HTMLAnchorElement ? element.protocol : ":";
      if (!/^(https?|ircs?|mailto|xmpp|):$/.test(scheme) && element.hasAttribute("href"))
        found.push(`href=${String(element.getAttribute("href"))}`);
    }
  }
  return found;
}

/** Whatever a reader might do to it. */
function touchEverything(): void {
  document.addEventListener("click", (event) => {
    // What scripts are in is not a page to go to.
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.protocol !== "javascript:") event.preventDefault();
  });
  const names =
    "pointerover mouseover mouseenter focus pointerdown mousedown keydown wheel copy paste dragstart animationend";
  for (const element of document.querySelectorAll("article *")) {
    for (const name of names.split(" ")) element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
    if (element instanceof HTMLElement) {
      element.focus();
      element.click();
    }
    if (element instanceof HTMLDetailsElement) element.open = !element.open;
  }
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Puts HTML into a page of the site's origin that has nothing else, as it is loaded and as scripts insert it. */
async function openPage(page: Page, texts: readonly string[], policy: string | undefined): Promise<string[]> {
  const requests: string[] = [];
  const body = texts.map((html) => `<article><pre>${escape(html)}</pre><div>${html}</div></article>`).join("\n");
  const address = `${inject("site")}/hostile-comments`;
  await page.route(address, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      headers: policy === undefined ? {} : { "content-security-policy": policy },
      body: `<!doctype html><title>a</title><link rel=icon href="data:,">${body}`,
    }),
  );
  // What the site's own page still asks for is none of it.
  await page.goto("about:blank");
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:,")) requests.push(request.url());
  });
  await page.goto(address);
  return requests;
}

const insertAgain = () => {
  for (const comment of document.querySelectorAll("article > div"))
    comment.innerHTML = comment.previousElementSibling?.textContent ?? "";
};

const ran = (page: Page) => page.evaluate(() => window.ran);

describe(`${String(TEXTS.length)} hostile comments`, () => {
  // With the content security policy less could run, but the browser would complain of it.
  test.each(isDeep ? [true, false] : [true])(
    "run nothing, load nothing and disguise nothing (without a content security policy: %s)",
    async (bypassCSP) => {
      const path = `/en/prompt/${String(promptId)}`;
      await visit(path, { bypassCSP, ...NO_PREFETCH, prepare: record }, async ({ page }) => {
        const dialogs: string[] = [];
        page.on("dialog", (dialog) => {
          dialogs.push(dialog.message());
          void dialog.dismiss();
        });
        // The site's own page shows the newest ones.
        expect(await page.locator("#comments article").count()).toBeGreaterThan(5);
        expect(await ran(page)).toEqual([]);
        const policy = (await fetch(`${inject("site")}${path}`)).headers.get("content-security-policy") ?? "";
        expect(policy).toContain("script-src 'self'");

        const requests = await openPage(page, comments, bypassCSP ? undefined : policy);
        expect(await page.locator("article > div").count()).toBe(TEXTS.length);
        expect(await page.evaluate(intruders)).toEqual([]);
        await page.evaluate(touchEverything);
        await page.evaluate(insertAgain);
        expect(await page.evaluate(intruders)).toEqual([]);
        await page.evaluate(touchEverything);
        expect(await ran(page)).toEqual([]);
        expect([dialogs, requests, page.url()]).toEqual([[], [], `${inject("site")}/hostile-comments`]);
      });
    },
  );

  test("would be noticed if they did", async () => {
    const expectedComplaints = [/hostile|load resource|127\.0\.0\.1|\/x /];
    await visit(
      "/en/docs",
      { expectedComplaints, ...NO_PREFETCH, bypassCSP: true, prepare: record },
      async ({ page }) => {
        const dangerous = [
          '<p onmouseover="alert(1)">a</p>',
          '<img src="x" onerror="confirm(1)">',
          '<a href="javascript:print()">b</a>',
          "<p><p>c</p></p>",
        ];
        const requests = await openPage(page, dangerous, undefined);
        await expect.poll(() => ran(page)).toEqual(["confirm"]);
        await page.evaluate(touchEverything);
        await expect.poll(() => ran(page)).toEqual(["confirm", "alert", "print"]);
        expect(requests).toEqual([`${inject("site")}/x`]);
        expect((await page.evaluate(intruders)).map((fault) => fault.slice(0, 20))).toEqual([
          "p onmouseover=alert(",
          '<img src="x" onerror',
          "img src=x",
          "img onerror=confirm(",
          "href=javascript:prin",
          "understood otherwise",
        ]);
      },
    );
  });
});
