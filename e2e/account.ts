import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type APIRequestContext, type Locator, type Page, request } from "playwright-core";
import PostalMime, { type Email } from "postal-mime";
import { expect, inject } from "vitest";
import { SETTINGS_PATH } from "../contract/pages";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import {
  uniqueAddress,
  uniqueName,
  type VisitOptions,
  waitForFocusIn,
  waitUntilAnswered,
  waitUntilStill,
} from "./visit";

export const SETTINGS = `/en${SETTINGS_PATH}`;

export const PASSWORD = "correct horse 7";

/** The response whether or not the account exists. */
export const MAIL_SENT = "If that account exists, a mail is on its way. Nothing arrived? Check your email.";

/** Subjects of the English mails. */
export const SUBJECTS = {
  link: "Your login link for Polyprompt",
  reset: "Reset your Polyprompt password",
  confirm: "Confirm your email address for Polyprompt",
  changeEmail: "Confirm the new email address of your Polyprompt account",
  stopEmailChange: "Your Polyprompt account is to get another email address",
} as const;

/** The session has ended elsewhere, and the server refuses what needs it. */
export const SESSION_ENDS: VisitOptions = { expectedComplaints: [/status of 401/] };

/** A site that sends mails; by default that of this run. */
interface MailingSite {
  url: string;
  outbox: string;
}

const thisSite = (): MailingSite => ({ url: inject("site"), outbox: inject("outbox") });

export const uniqueUsername = () => uniqueName("m");

export const emailOf = (username: string) => `${username}@example.org`;

/** Creates an account without a browser: most journeys are about what comes after. */
export async function createMember(username = uniqueUsername()): Promise<string> {
  const query = `mutation ($username: String!, $email: String!, $password: String!, $passwordConfirmation: String!, $acceptTerms: Boolean!, $locale: Locale!) { register(username: $username, email: $email, password: $password, passwordConfirmation: $passwordConfirmation, acceptTerms: $acceptTerms, locale: $locale) { problems { code field } } }`;
  const input = {
    username,
    email: emailOf(username),
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    acceptTerms: true,
    locale: "EN",
  };
  const response = await fetch(`${inject("site")}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": uniqueAddress() },
    body: JSON.stringify({ query, variables: input }),
  });
  expect(await response.json()).toEqual({ data: { register: { problems: [] } } });
  return username;
}

/** Confirms the account, as the link in the first mail does. */
export async function confirmEmailOf(username: string): Promise<void> {
  await inSiteDatabase(inject("database"), (database) =>
    database.query(`update account set email_confirmed_at = now() where user_id = ${USER_ID}`, [username]),
  );
}

/**
 * Ends all sessions of a member, as another device may.
 * @param page notices it when it sends something, and not at once from its live stream
 */
export async function endSessionsOf(username: string, page?: Page): Promise<void> {
  await page?.route(/\/graphql\/stream\?/, () => {});
  // What it asks for already would meet the end of the session first.
  if (page) await waitUntilAnswered(page);
  await inSiteDatabase(inject("database"), (database) =>
    database.query(`delete from session where user_id = ${USER_ID}`, [username]),
  );
}

const USER_ID = "(select id from user_account where username = $1)";

/** Waits for the newest mail with a subject to an address. */
export async function waitForMail(address: string, subject: string, { outbox } = thisSite()): Promise<Email> {
  const look = () => newestMail(address, subject, outbox);
  await expect.poll(look, { message: `the mail "${subject}" to ${address}` }).toBeDefined();
  const mail = await look();
  if (!mail) throw new Error("A mail has gone.");
  return mail;
}

async function newestMail(address: string, subject: string, outbox: string): Promise<Email | undefined> {
  // One that is being written has another name.
  const files = (await readdir(outbox)).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
  for (const file of files.reverse()) {
    const source = await readFile(join(outbox, file), "utf8");
    if (!source.includes(address)) continue;
    const mail = await PostalMime.parse(source);
    if (mail.subject === subject && mail.to?.some((to) => to.address === address)) return mail;
  }
  return undefined;
}

/** The link in a mail, relative to the site. */
export async function linkFromMail(address: string, subject: string, site = thisSite()): Promise<string> {
  const { text = "" } = await waitForMail(address, subject, site);
  const [url] = text.match(/https?:\S+/) ?? [];
  if (!url?.startsWith(`${site.url}/`)) throw new Error(`No link to the site in:\n${text}`);
  return url.slice(site.url.length);
}

/** Fills in the form on the page or in the dialog. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  const form = page.locator("form", { has: page.getByLabel("Username or email") });
  if (await form.evaluate((it) => it.closest("[role=dialog]") !== null)) await waitForFocusIn(form);
  await form.getByLabel("Username or email").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole("banner").locator("summary", { hasText: "Account" });
  // Focused, the header comes back from where it was scrolled to. A press on it as it moves would end beside its control.
  await menu.focus();
  await waitUntilStill(menu);
  await menu.click();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
}

/** Waits until the header shows who is signed in. */
export async function expectMember(page: Page, username: string): Promise<void> {
  const menu = page.locator("header details", { hasText: "Log out" });
  await menu.getByRole("listitem", { includeHidden: true }).getByText(username).waitFor({ state: "attached" });
}

export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A row of the settings page, opened. */
export async function openRow(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole("group", { name, exact: true });
  if (!(await row.evaluate((details) => details.hasAttribute("open")))) await row.locator("summary").click();
  return row;
}

async function signIn(requests: APIRequestContext, username: string): Promise<void> {
  const query = `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) { problems { code } } }`;
  const variables = { identifier: username, password: PASSWORD };
  const response = await requests.post(`${inject("site")}/graphql`, { data: { query, variables } });
  expect(await response.json()).toEqual({ data: { login: { problems: [] } } });
}

/** What a member does on a device that no journey is about, and that therefore has no browser. */
export async function onAnotherDevice(
  username: string,
  act: (requests: APIRequestContext) => Promise<unknown>,
): Promise<void> {
  const requests = await request.newContext({ extraHTTPHeaders: { "x-forwarded-for": uniqueAddress() } });
  try {
    await signIn(requests, username);
    await act(requests);
  } finally {
    await requests.dispose();
  }
}

/**
 * The options of a visit that a member begins signed in, to a page of the account: others do not ask the server who is signed in
 * before the browser knows of a session.
 */
export function signedInAs(username: string, options: VisitOptions = {}): VisitOptions {
  return { ...options, prepare: (page) => signIn(page.context().request, username) };
}

/** All fields of the registration form. */
export async function fillRegistration(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(emailOf(username));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat the password").fill(PASSWORD);
  await page.getByRole("checkbox").check();
}

export const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);
