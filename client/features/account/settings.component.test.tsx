import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { MockedApi, type Resolvers } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage } from "../../testing/open-page";

const SETTINGS = "/en/user?view=settings";
const PASSWORD = "correct horse 7";

interface Account {
  username: string;
  locale: string;
  pending: string | null;
  tokens: string[];
}

/** Opens the settings of a member, which the API keeps. */
async function open(given: Partial<Account> = {}) {
  const account: Account = { username: "member42", locale: "EN", pending: null, tokens: [], ...given };
  const answer = () => ({ viewer: api.store.get("Viewer", "it"), problems: [] });
  const problem = (code: string, field: string) => ({ viewer: null, problems: [{ code, field }] });
  const resolvers: Resolvers = {
    User: { username: (user) => (idOf(user) === "42" ? account.username : `member${idOf(user)}`) },
    Viewer: {
      email: () => `member${api.account ?? ""}@example.org`,
      hasPassword: () => true,
      locale: () => account.locale,
      apiTokens: () =>
        account.tokens.map((name, at) => ({ id: String(at), name, scope: "READ", expiresAt: null, lastUsedAt: null })),
      pendingEmail: () => account.pending && { email: account.pending, expiresAt: "2026-11-08T12:00:00.000Z" },
      sessions: () => [{ id: "1", current: true, userAgent: "", lastUsedAt: "2026-11-01T12:00:00.000Z" }],
    },
    Mutation: {
      changeUsername: (_, { username }) => {
        if (username === "taken") return problem("USERNAME_TAKEN", "username");
        account.username = username as string;
        return answer();
      },
      updateSettings: (_, { input }) => {
        account.locale = (input as { locale: string }).locale;
        return answer();
      },
      changePassword: (_, { input }) => {
        account.pending = null;
        if ((input as { revokeApiTokens: boolean }).revokeApiTokens) account.tokens = [];
        return answer();
      },
      createApiToken: (_, { input }) => {
        account.tokens.push((input as { name: string }).name);
        return { token: "secret-of-the-token", problems: [] };
      },
      revokeApiToken: (_, { id }) => {
        account.tokens.splice(Number(id), 1);
        return answer();
      },
    },
  };
  const api: MockedApi = new MockedApi(resolvers, "42");
  const page = await openPage(SETTINGS, { account: "42", api });
  await screen.findByRole("region", { name: "Account" });
  return { ...page, account };
}

const idOf = (it: unknown) => (it as { $ref: { key: string } }).$ref.key;
const part = (name: string) => within(screen.getByRole("region", { name }));
const row = (name: string) => screen.getByRole<HTMLDetailsElement>("group", { name });
const inRow = (name: string) => within(row(name));
const changePassword = async ({ user }: OpenPage, from: string, to: string) => {
  const fields = inRow("Password");
  for (const [label, word] of [
    ["Current password", from],
    ["New password", to],
    ["Repeat the password", to],
  ] as const) {
    await user.type(fields.getByLabelText(label), word);
  }
  await user.click(fields.getByRole("button", { name: "Change password" }));
};
const changeUsername = async ({ user }: OpenPage, username: string) => {
  const field = inRow("Username").getByLabelText("Username");
  await user.clear(field);
  await user.type(field, username);
  await user.click(inRow("Username").getByRole("button", { name: "Change username" }));
};
/** The session ends elsewhere, and the page learns of it when it sends this. */
const endSession = (api: MockedApi, operation: string) => (api.lastOfSession = operation);
const interrupted = () => screen.findByText(/^You have been logged out\. Log in as/);

describe("the settings", () => {
  it("change the name, and report errors", async () => {
    const page = await open();
    await changeUsername(page, "taken");
    await inRow("Username").findByText("This username is taken");
    await changeUsername(page, "somebody");
    await inRow("Username").findByText("Saved.");
    await screen.findByRole("heading", { level: 1, name: "somebody" });
  });

  it("change the language of mails", async () => {
    const { user, account } = await open();
    const language = inRow("Language of mails");
    await user.selectOptions(language.getByLabelText("Language of mails"), "bn");
    await user.click(language.getByRole("button", { name: "Save" }));
    await language.findByText("Saved.");
    expect(account.locale).toBe("BN");
    expect(row("Language of mails").querySelector("summary")?.textContent).toContain("বাংলা");
  });
});

describe("API tokens", () => {
  it("are counted in the row that makes one, which can be closed, and closes with a new token", async () => {
    const { user } = await open();
    const summary = () => row("New token").querySelector("summary")?.textContent;
    expect(summary()).toContain("No tokens yet");
    inRow("New token").getByText("Close");
    row("New token").open = true;
    await user.type(inRow("New token").getByLabelText("Name of the token"), "My script");
    await user.click(inRow("New token").getByRole("button", { name: "Create a token" }));
    await screen.findByText("secret-of-the-token");
    await expect.poll(summary).toContain("1 of 20");
    expect(row("New token").open).toBe(false);
  });

  it("are kept by Cancel, and deleted by the button beside it", async () => {
    const { user, account } = await open({ tokens: ["My script"] });
    const trash = () => part("API tokens").getByRole("button", { name: "Delete My script" });
    await user.click(trash());
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(trash());
    expect(account.tokens).toEqual(["My script"]);
    await user.click(trash());
    await user.click(await screen.findByRole("button", { name: "Delete the token" }));
    await expectAnnounced("The token is deleted.");
    await expect.poll(() => part("API tokens").queryByText("My script")).toBeNull();
    expect(account.tokens).toEqual([]);
  });

  it("end with a changed password unless that is unticked; a pending change of the email ends with it", async () => {
    const page = await open({ tokens: ["My script"], pending: "new@example.org" });
    const also = () => inRow("Password").queryByRole<HTMLInputElement>("checkbox", { name: "Also revoke API tokens" });
    const pending = () => screen.queryByText(/^Your email is due to change to/);
    const trash = () => part("API tokens").queryByRole("button", { name: "Delete My script" });
    expect(pending()?.textContent).toMatch(/new@example\.org\. .* works until .*2026/);
    expect(also()?.checked).toBe(true);
    await page.user.click(also() as HTMLElement);
    await changePassword(page, PASSWORD, `${PASSWORD}!`);
    await inRow("Password").findByText("Your password is changed. All other devices are logged out.");
    expect(trash()).not.toBeNull();
    expect(pending()).toBeNull();
    expect(also()?.checked).toBe(true);
    await page.user.type(inRow("New token").getByLabelText("Name of the token"), "Another");
    await page.user.click(inRow("New token").getByRole("button", { name: "Create a token" }));
    await screen.findByText("secret-of-the-token");
    await changePassword(page, `${PASSWORD}!`, PASSWORD);
    await inRow("Password").findByText(
      "Your password is changed. All other devices are logged out, and API tokens have been revoked.",
    );
    expect(trash()).toBeNull();
    expect(also()).toBeNull();
    expect(screen.queryByText("secret-of-the-token")).toBeNull();
  });
});

describe("when the session has ended elsewhere", () => {
  it("a new token, which is shown only once, stays for its member, and goes with them", async () => {
    const { user, api, session } = await open();
    const secret = () => screen.queryByText("secret-of-the-token");
    await user.type(inRow("New token").getByLabelText("Name of the token"), "My script");
    await user.click(inRow("New token").getByRole("button", { name: "Create a token" }));
    await screen.findByText("secret-of-the-token");
    api.account = null;
    session.end();
    expect(secret()).not.toBeNull();
    api.signIn("42");
    session.begin("42");
    await expectMember("42");
    expect(secret()).not.toBeNull();
    api.account = null;
    session.end();
    api.signIn("43");
    session.begin("43");
    await screen.findByRole("heading", { level: 1, name: "member43" });
    expect(secret()).toBeNull();
  });

  it("nothing is saved for another account that logs in instead, and it does not see what was typed", async () => {
    const page = await open();
    endSession(page.api, "ChangeUsername");
    await changeUsername(page, "somebody");
    await interrupted();
    await logIn(page.user, "43");
    await expectAnnounced("You are logged in as member43.");
    await expectAnnounced("This could not be saved. You are logged in to another account now.");
    await screen.findByRole("heading", { level: 1, name: "member43" });
    expect(page.api.askedFor("ChangeUsername")).toHaveLength(1);
    expect(page.account.username).toBe("member42");
    expect(inRow("Username").getByLabelText<HTMLInputElement>("Username").value).toBe("member43");
    expect(screen.getByRole("main").innerHTML).not.toMatch(/member42|somebody/);
  });

  it("a question asks to log in, too, and is carried out then", async () => {
    const { user, api, account } = await open({ tokens: ["My script"] });
    await user.click(part("API tokens").getByRole("button", { name: "Delete My script" }));
    endSession(api, "RevokeApiToken");
    await user.click(await screen.findByRole("button", { name: "Delete the token" }));
    await interrupted();
    await logIn(user, "42");
    await expectAnnounced("The token is deleted.");
    expect(account.tokens).toEqual([]);
    await expect.poll(() => part("API tokens").queryByText("My script")).toBeNull();
  });

  it("the dismissed dialog leaves what was typed, and says what happened", async () => {
    const page = await open();
    endSession(page.api, "ChangePassword");
    await changePassword(page, PASSWORD, `${PASSWORD}!`);
    await interrupted();
    await page.user.keyboard("{Escape}");
    await inRow("Password").findByText(/^Your password could not be changed\. You have been logged out\./);
    expect(inRow("Password").getByLabelText<HTMLInputElement>("New password").value).toBe(`${PASSWORD}!`);
  });

  it("a server that cannot say so makes a form ask to try again later", async () => {
    const page = await open();
    const answer = fetch;
    vi.stubGlobal("fetch", (address: string, request: RequestInit) =>
      address === "/auth/refresh" ? new Response("", { status: 503 }) : answer(address, request),
    );
    endSession(page.api, "ChangeUsername");
    await changeUsername(page, "somebody");
    await inRow("Username").findByText("This could not be saved. Try again later.");
    expect(inRow("Username").getByLabelText<HTMLInputElement>("Username").value).toBe("somebody");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
