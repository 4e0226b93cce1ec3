import type { LightMyRequestResponse } from "fastify";
import { parseSetCookie } from "cookie";
import { queuedMails, type TestMail } from "./queued-mails";
import type { GraphqlAnswer, TestApp } from "./test-app";

interface StoredCookie {
  value: string;
  httpOnly: boolean;
  secure: boolean;
  sameSite: unknown;
  path: string | undefined;
  maxAge: number | undefined;
}

/** A simulated browser: keeps cookies and sends its origin. */
export class TestBrowser {
  readonly cookies = new Map<string, StoredCookie>();

  constructor(
    private readonly site: TestApp,
    private readonly options: { origin?: string; address?: string; userAgent?: string } = {},
  ) {}

  async send<Data = Record<string, unknown>>(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer<Data>> {
    const response = await this.post("/graphql", JSON.stringify({ query, variables }), headers);
    const body = JSON.parse(response.body) as Omit<GraphqlAnswer<Data>, "status" | "headers">;
    return { ...body, status: response.statusCode, headers: response.headers };
  }

  /** Runs an operation that must succeed. */
  async query<Data>(query: string, variables?: Record<string, unknown>): Promise<Data> {
    const answer = await this.send<Data>(query, variables);
    if (answer.errors) throw new Error(`${query}\n${JSON.stringify(answer.errors, null, 2)}`);
    return answer.data;
  }

  /** A copy of the browser with the current cookies; later changes are not shared. @param address where it is; else at the same */
  copy(address?: string): TestBrowser {
    const copy = new TestBrowser(this.site, { ...this.options, ...(address && { address }) });
    for (const [name, cookie] of this.cookies) copy.cookies.set(name, cookie);
    return copy;
  }

  private async post(
    url: string,
    payload?: string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const { origin = "http://localhost:3000", address = "127.0.0.1", userAgent = "Test" } = this.options;
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    const response = await this.site.app.inject({
      method: "POST",
      url,
      remoteAddress: address,
      headers: {
        origin,
        "user-agent": userAgent,
        ...(cookie === "" ? {} : { cookie }),
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const line of [response.headers["set-cookie"] ?? []].flat()) this.store(line);
    return response;
  }

  private store(line: string): void {
    const { name, value, httpOnly = false, secure = false, sameSite, path, maxAge } = parseSetCookie(line);
    if (maxAge === 0) this.cookies.delete(name);
    else this.cookies.set(name, { value: value ?? "", httpOnly, secure, sameSite, path, maxAge });
  }
}

export const PASSWORD = "correct horse 7";

const REGISTER = `mutation ($username: String!, $email: String!, $password: String!, $passwordConfirmation: String!, $acceptTerms: Boolean!, $locale: Locale!) { register(username: $username, email: $email, password: $password, passwordConfirmation: $passwordConfirmation, acceptTerms: $acceptTerms, locale: $locale) {
  viewer { user { id username } email emailVerified } problems { code field limit } } }`;

export interface TestProblem {
  code: string;
  field: string | null;
  limit: number | null;
}

interface Registered {
  viewer: { user: { id: string; username: string }; email: string; emailVerified: boolean } | null;
  problems: TestProblem[];
}

let addresses = 0;

/** A network address that nobody has used yet, so that rate limits are not shared. */
export function newAddress(): string {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
}

/** A visitor with their own network address. */
export function person(site: TestApp, userAgent = "Test"): TestBrowser {
  return new TestBrowser(site, { address: newAddress(), userAgent });
}

export async function register(
  browser: TestBrowser,
  username: string,
  changes: Record<string, unknown> = {},
): Promise<Registered> {
  const variables = {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    acceptTerms: true,
    locale: "FR",
    ...changes,
  };
  return (await browser.query<{ register: Registered }>(REGISTER, variables)).register;
}

/** A visitor who has just registered as `<username>@example.org`. */
export async function member(site: TestApp, username: string, userAgent?: string): Promise<TestBrowser> {
  const browser = person(site, userAgent);
  const { problems } = await register(browser, username);
  if (problems.length > 0) throw new Error(`${username}: ${JSON.stringify(problems)}`);
  return browser;
}

/** The headers of a request with a new API token of a member. */
export async function withToken(owner: TestBrowser, scope: "READ" | "WRITE" = "WRITE") {
  const { createApiToken } = await owner.query<{ createApiToken: { token: string } }>(
    `mutation { createApiToken(name: "t", scope: ${scope}) { token } }`,
  );
  return { authorization: `Bearer ${createApiToken.token}` };
}

/** The newest queued mail to an address. */
export async function mailTo(site: TestApp, address: string): Promise<TestMail> {
  const mail = (await queuedMails(site.dataSource)).find(({ to }) => to === address);
  if (!mail) throw new Error(`No mail to ${address}`);
  const { kind, locale, data } = mail;
  return { kind, locale, data };
}

/** The code in the link of the newest mail. */
export async function codeTo(site: TestApp, address: string): Promise<string> {
  return new URL((await mailTo(site, address)).data["url"] ?? "").hash.slice(1);
}

/** A member who has confirmed their address while signed in. */
export async function confirmedMember(site: TestApp, username: string, userAgent?: string): Promise<TestBrowser> {
  const browser = await member(site, username, userAgent);
  const token = await codeTo(site, `${username}@example.org`);
  await browser.query(`mutation ($token: String!) { verifyEmail(token: $token) { accepted } }`, { token });
  return browser;
}
