import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  emailOf,
  expectMember,
  fillRegistration,
  linkFromMail,
  logIn,
  logOut,
  SUBJECTS,
  uniqueUsername,
} from "./account";
import { blanksIn, CATALOGUE, copiedText, promptText } from "./library";
import { cards, listedNumbers, searchField, waitForQuery } from "./lists";
import { startSite, type RunningSite } from "./site";
import { PUBLIC_HOST, waitUntilUsable, visit } from "./visit";
import { translate } from "./words";

const BASE = "/x/y";
const FIRST = CATALOGUE[0]?.id ?? 0;
const PROMPT = `/en/prompt/${FIRST}`;
let site: RunningSite;

beforeAll(async () => {
  site = await startSite({
    basePath: BASE,
    host: PUBLIC_HOST,
    links: { chatTargets: [] },
    sharedDataDir: inject("dataDir"),
  });
});

afterAll(() => site.stop());

it("the whole site works below a base path, over plain http", async () => {
  await visit("/en/?sort=release&order=asc", { site: site.url }, async ({ page, documents }) => {
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${site.url}/en/`);
    await cards(page).first().getByRole("heading").getByRole("link").click();
    await page.waitForURL(`${site.url}/en/prompt/${FIRST}`);
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    expect(documents).toHaveLength(1);

    // The Clipboard API is missing over plain http; pasting shows what was copied.
    const { content } = promptText("en", FIRST);
    const [blank] = blanksIn(content);
    const prompt = page.locator("article[aria-labelledby=title]");
    await prompt.getByRole("textbox", { name: blank?.label }).fill("here");
    await prompt.getByRole("button", { name: /^Copy/ }).click();
    await prompt.getByRole("button", { name: "Copied" }).waitFor();
    await page.evaluate(() => document.body.append(document.createElement("textarea")));
    await page.locator("body > textarea:not([aria-hidden])").focus();
    await page.keyboard.press("Control+v");
    expect(await page.locator("body > textarea:not([aria-hidden])").inputValue()).toBe(
      copiedText(content, { [blank?.name ?? ""]: "here" }),
    );

    await page.locator("header details:has([hreflang]) > summary").click();
    await page.getByRole("banner").getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL(`${site.url}/de/prompt/${FIRST}`);
    await waitUntilUsable(page);
    await page.getByRole("link", { name: translate("de", "Polyprompt, to the home page") }).click();
    await page.waitForURL(`${site.url}/de/`);
    await searchField(page).fill(promptText("de", FIRST).title);
    await waitForQuery(page, { q: promptText("de", FIRST).title });
    await expect.poll(async () => (await listedNumbers(page))[0]).toBe(FIRST);
  });
});

it("what is not configured is not shown", async () => {
  await visit("/en/", { site: site.url }, async ({ page }) => {
    const navigation = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
    expect(await navigation.locator("summary").allInnerTexts()).toEqual(["Tools"]);
    expect(await page.locator("aside[data-announcement]").count()).toBe(0);
    for (const name of ["Messaging group", "Chat server", "QQ group", "Source code"])
      expect(await page.getByRole("link", { name }).count()).toBe(0);
    expect(await cards(page).first().getByRole("button").count()).toBeGreaterThan(0);
    expect(await page.locator("main [aria-haspopup=menu]").count()).toBe(0);
  });
});

it("the not-found page is served at any address below the base path, and links to pages below it", async () => {
  const options = { site: site.url, expectedComplaints: [/status of 404/] };
  await visit("/en/prompt/999999", options, async ({ page, open, dataRequests }) => {
    for (const path of ["/en/prompt/999999", "/en//evil.example/", "//evil.example/"]) {
      dataRequests.length = 0;
      await open(path);
      expect(await page.locator("main h1").count()).toBe(1);
      const english = page.locator("header a[hreflang=en]");
      expect(await english.getAttribute("href")).toBe(`${BASE}/en/`);
      expect(dataRequests).toEqual([]);
    }
    await page.locator("main").getByRole("link").click();
    await cards(page).first().waitFor();
  });
});

it("the form, links, redirects and files stay below the base path", async () => {
  await visit("/", { site: site.url, javaScriptEnabled: false }, async ({ page }) => {
    await searchField(page).fill(promptText("zh", FIRST).title);
    await searchField(page).press("Enter");
    await page.waitForURL((url) => url.pathname === `${BASE}/` && url.searchParams.has("q"));
    expect((await listedNumbers(page))[0]).toBe(FIRST);
    const outside = await page
      .locator("[href^='/'], [src^='/'], form")
      .evaluateAll(
        (all, base) =>
          all
            .flatMap((element) => ["href", "src", "action"].map((name) => element.getAttribute(name) ?? base))
            .filter((address) => address.startsWith("/") && !address.startsWith(`${base}/`) && address !== base),
        BASE,
      );
    expect(outside).toEqual([]);
  });
  const local = site.url.replace(PUBLIC_HOST, "localhost");
  const get = (path: string) => fetch(`${local}${path}`, { redirect: "manual" });
  expect((await get("/zh/")).headers.get("location")).toBe(`${BASE}/`);
  expect((await get("/bn")).headers.get("location")).toBe(`${BASE}/bn/`);
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const { icons } = (await (await get("/site.webmanifest")).json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await fetch(new URL(src, local))).status).toBe(200);
  expect((await fetch(new URL("/en/", local))).status).toBe(404);
});

it("registering, logging out, logging in and confirming work below a base path, over plain http", async () => {
  const username = uniqueUsername();
  const register = `/en/user/auth?view=register&return=${PROMPT}`;
  await visit(register, { site: site.url }, async ({ page, context, open }) => {
    await fillRegistration(page, username);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.waitForURL(site.url + PROMPT);
    // The header is that of the former page until this one has arrived.
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    await expectMember(page, username);
    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith("polyprompt."));
    // Sites on one host distinguish their cookies by name.
    expect(cookies.map(({ name, httpOnly, secure }) => ({ name, httpOnly, secure }))).toEqual([
      { name: "polyprompt.x.y.session", httpOnly: true, secure: false },
    ]);

    await logOut(page);
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await open(`/en/user/auth?return=${PROMPT}`);
    await logIn(page, username);
    await page.waitForURL(site.url + PROMPT);
    await expectMember(page, username);

    const mails = { url: site.url, outbox: inject("outbox") };
    await open(await linkFromMail(emailOf(username), SUBJECTS.confirm, mails));
    await page.getByRole("button", { name: "Confirm email" }).click();
    await page.getByText("Thank you, your email is confirmed.").waitFor();
  });
});
