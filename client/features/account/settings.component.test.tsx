import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeEventSource } from "../../testing/fake-event-source";
import { MockedApi, type Resolvers } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";
import { todaysName } from "./time-zones";

const SETTINGS = "/en/user?view=settings";
const PASSWORD = "correct horse 7";
const WRONG = "wrong horse 7";

interface Account {
  username: string;
  locale: string;
  pending: string | null;
  tokens: string[];
  hasPassword: boolean;
  digest: { hour: number; timeZone: string } | null;
}

/** Opens the settings of a member, which the API keeps. */
async function open(given: Partial<Account> = {}) {
  const account: Account = {
    username: "member42",
    locale: "EN",
    pending: null,
    tokens: [],
    hasPassword: true,
    digest: null,
    ...given,
  };
  const answer = () => ({ viewer: api.store.get("Viewer", "it"), problems: [] });
  const problem = (code: string, field: string) => ({ viewer: null, problems: [{ code, field }] });
  const resolvers: Resolvers = {
    User: { username: (user) => (idOf(user) === "42" ? account.username : `member${idOf(user)}`) },
    Viewer: {
      email: () => `member${api.account ?? ""}@example.org`,
      emailVerified: () => true,
      digest: () => account.digest,
      hasPassword: () => account.hasPassword,
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
      updateSettings: (_, { locale }) => {
        account.locale = locale as string;
        return answer();
      },
      changePassword: (_, { currentPassword, revokeApiTokens }) => {
        if (currentPassword === WRONG) return problem("WRONG_PASSWORD", "currentPassword");
        account.pending = null;
        if (revokeApiTokens) account.tokens = [];
        return answer();
      },
      createApiToken: (_, { name }) => {
        account.tokens.push(name as string);
        return { token: "secret-of-the-token", problems: [] };
      },
      revokeApiToken: (_, { apiTokenId: id }) => {
        account.tokens.splice(Number(id), 1);
        return answer();
      },
      changeDigest: (_, { hour, timeZone }) => {
        account.digest = hour === null ? null : { hour: hour as number, timeZone: timeZone as string };
        return answer();
      },
      changeEmail: (_, { email, currentPassword }) => {
        if (currentPassword === WRONG) return problem("WRONG_PASSWORD", "currentPassword");
        account.pending = email as string;
        return { problems: [] };
      },
      cancelEmailChange: () => {
        account.pending = null;
        return answer();
      },
      deleteAccount: (_, { password, code }) => {
        if (password === WRONG) return problem("WRONG_PASSWORD", "password");
        if (code === WRONG) return problem("INVALID_OR_EXPIRED_CODE", "code");
        api.account = null;
        return { problems: [] };
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
    await pasteInto(user, fields.getByLabelText(label), word);
  }
  await user.click(fields.getByRole("button", { name: "Change password" }));
};
const changeUsername = async ({ user }: OpenPage, username: string) => {
  const field = inRow("Username").getByLabelText("Username");
  await user.clear(field);
  await pasteInto(user, field, username);
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

it("the devices say what they are", async () => {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  await openPage(SETTINGS, {
    account: "42",
    resolvers: {
      Viewer: { sessions: () => [{ id: "2", current: false, userAgent, lastUsedAt: "2026-11-01T12:00:00.000Z" }] },
    },
  });
  const devices = within(await screen.findByRole("region", { name: "Devices" }));
  devices.getByText("Chrome on Android (phone)");
  devices.getByRole("button", { name: "Log out Chrome on Android (phone)" });
});

it("the daily mail comes at an hour of the reader's time zone, and ends", async () => {
  const { user, account } = await open();
  const here = todaysName(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const digest = inRow("Daily mail");
  const zones = () => digest.getByLabelText<HTMLSelectElement>("Time zone");
  expect(zones().value).toBe(here);
  row("Daily mail").open = true;
  fireEvent(row("Daily mail"), new Event("toggle"));
  await expect.poll(() => zones().querySelectorAll("optgroup").length).toBeGreaterThan(100);
  within(zones()).getByRole("option", { name: "Kolkata" });
  const summary = () => row("Daily mail").querySelector("summary")?.textContent;
  expect(summary()).toContain("Off");
  expect(zones().value).toBe(here);
  await user.selectOptions(digest.getByLabelText("At what time"), "7");
  await user.click(digest.getByRole("button", { name: "Save" }));
  await digest.findByText("Saved.");
  expect(account.digest).toEqual({ hour: 7, timeZone: here });
  expect(summary()).toMatch(/0?7:00/);
  await user.selectOptions(digest.getByLabelText("At what time"), "");
  await user.click(digest.getByRole("button", { name: "Save" }));
  await expect.poll(() => account.digest).toBeNull();
  await expect.poll(summary).toContain("Off");
});

it("the row of a setting forgets what was typed when it is cancelled, and leads back to where it was opened", async () => {
  const { user } = await open();
  const field = () => inRow("Username").getByLabelText<HTMLInputElement>("Username");
  row("Username").open = true;
  await pasteInto(user, field(), "-b");
  await user.click(inRow("Username").getByRole("button", { name: "Cancel" }));
  expect(row("Username").open).toBe(false);
  expect(document.activeElement).toBe(row("Username").querySelector("summary"));
  expect(field().value).toBe("member42");
});

it("a form of the settings leads to what is wrong, and says so in place of what it had said", async () => {
  const page = await open();
  const field = () => inRow("Username").getByLabelText("Username");
  await changeUsername(page, "somebody");
  await inRow("Username").findByText("Saved.");
  await page.user.clear(field());
  await page.user.keyboard("{Enter}");
  await inRow("Username").findByText("Enter a username");
  expect(document.activeElement).toBe(field());
  expect(inRow("Username").queryByText("Saved.")).toBeNull();

  await changePassword(page, WRONG, `${PASSWORD}!`);
  await inRow("Password").findByText("This is not your current password");
  const current = inRow("Password").getByLabelText("Current password");
  expect(document.activeElement).toBe(current);
  await page.user.clear(current);
  await pasteInto(page.user, current, PASSWORD);
  const change = inRow("Password").getByRole("button", { name: "Change password" });
  await page.user.click(change);
  await inRow("Password").findByText("Your password is changed. All other devices are logged out.");
  expect(document.activeElement).toBe(change);
  expect(inRow("Password").getByLabelText<HTMLInputElement>("New password").value).toBe("");
});

describe("a change of the email", () => {
  const pending = () => screen.queryByText(/^Your email is due to change to/);
  const account = () => part("Account");

  it("needs the password, is pending at once, and can be sent again and cancelled", async () => {
    const { user, api } = await open();
    const fields = inRow("Email");
    await pasteInto(user, fields.getByLabelText("New email"), "new@example.org");
    await pasteInto(user, fields.getByLabelText("Current password"), WRONG);
    await user.keyboard("{Enter}");
    await fields.findByText("This is not your current password");
    expect(pending()).toBeNull();
    await user.clear(fields.getByLabelText("Current password"));
    await pasteInto(user, fields.getByLabelText("Current password"), PASSWORD);
    await user.keyboard("{Enter}");
    await fields.findByText("A mail is on its way to new@example.org.");
    expect(pending()?.textContent).toMatch(/new@example\.org\. .* works until .*2026/);

    await user.click(account().getByRole("button", { name: "Send the link again" }));
    await expect.poll(() => account().getAllByText("A mail is on its way to new@example.org.")).toHaveLength(2);
    const again = account().getByRole("button", { name: "Send it again" });
    expect(again.getAttribute("aria-disabled")).toBe("true");
    await user.click(again);
    await expectAnnounced("You can send it again in");
    expect(api.askedFor("SendEmailChange")).toHaveLength(1);
    await user.click(account().getByRole("button", { name: "Cancel the change" }));
    await expectAnnounced("The change is cancelled.");
    await expect.poll(pending).toBeNull();
    // The focused button is gone.
    await expect.poll(() => document.activeElement).not.toBe(document.body);
  });
});

describe("deleting the account", () => {
  const deletion = () => part("Delete account");
  const begin = ({ user }: OpenPage) => user.click(deletion().getByRole("button", { name: "Delete account" }));
  const expectDeleted = async ({ left, api }: OpenPage) => {
    await expect.poll(() => left).toEqual(["/en/"]);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/42|my illness/);
    cleanup();
    await openPage("/en/", { api });
    await expectAnnounced("Your account is deleted.");
  };

  it("needs the password, and erases what the browser has of the member", async () => {
    localStorage.setItem("polyprompt.private.42#variables.7", JSON.stringify({ topic: "my illness" }));
    const page = await open();
    await begin(page);
    const password = () => deletion().getByLabelText("Password");
    expect(document.activeElement).toBe(password());
    await page.user.click(deletion().getByRole("button", { name: "Cancel" }));
    expect(document.activeElement).toBe(deletion().getByRole("button", { name: "Delete account" }));
    await begin(page);
    await pasteInto(page.user, password(), WRONG);
    await page.user.keyboard("{Enter}");
    await deletion().findByText("This is not your current password");
    expect(document.activeElement).toBe(password());
    await page.user.clear(password());
    await pasteInto(page.user, password(), PASSWORD);
    await page.user.keyboard("{Enter}");
    await expectDeleted(page);
    expect(page.api.askedFor("DeleteAccount").at(-1)).toEqual({
      password: PASSWORD,
      deleteComments: false,
    });
  });

  it("says that comments stay, and deletes them too where that is ticked", async () => {
    const page = await open();
    deletion().getByText(/Your comments stay without your name, unless you choose to delete them too\./);
    await begin(page);
    const box = deletion().getByRole<HTMLInputElement>("checkbox", { name: "Delete my comments too" });
    expect(box.checked).toBe(false);
    await page.user.click(box);
    await pasteInto(page.user, deletion().getByLabelText("Password"), PASSWORD);
    await page.user.keyboard("{Enter}");
    await expectDeleted(page);
    expect(page.api.askedFor("DeleteAccount")).toEqual([{ password: PASSWORD, deleteComments: true }]);
  });

  it("needs a code from a mail where the account has no password, which a mail gives it, too", async () => {
    const page = await open({ hasPassword: false });
    const { user, api } = page;
    inRow("Email").getByText("To change your email, set a password first.");
    inRow("Password").getByText(/^Your account has no password\./);
    await user.click(inRow("Password").getByRole("button", { name: "Send me a mail" }));
    await inRow("Password").findByText("A mail is on its way to member42@example.org.");
    expect(api.askedFor("RequestPasswordReset")).toMatchObject([{ email: "member42@example.org" }]);
    await begin(page);
    await user.keyboard("{Enter}");
    await deletion().findByText("A mail is on its way to member42@example.org.");
    expect(api.askedFor("SendDeletionCode")).toHaveLength(1);
    const code = deletion().getByLabelText("Code from the mail");
    await pasteInto(user, code, WRONG);
    await user.keyboard("{Enter}");
    await deletion().findByText("This code is wrong, was used before or has expired. Ask for a new mail.");
    await user.clear(code);
    await pasteInto(user, code, "the-code");
    await user.keyboard("{Enter}");
    await expectDeleted(page);
    expect(api.askedFor("DeleteAccount").at(-1)).toEqual({ code: "the-code", deleteComments: false });
  });
});

describe("API tokens", () => {
  it("are counted in the row that makes one, which can be closed, and closes with a new token", async () => {
    const { user } = await open();
    const summary = () => row("New token").querySelector("summary")?.textContent;
    expect(summary()).toContain("No tokens yet");
    inRow("New token").getByText("Close");
    row("New token").open = true;
    await pasteInto(user, inRow("New token").getByLabelText("Name of the token"), "My script");
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
    await pasteInto(page.user, inRow("New token").getByLabelText("Name of the token"), "Another");
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
  it("everything stays as it is, and what is asked in the background opens nothing", async () => {
    const { user, api } = await open();
    await pasteInto(user, inRow("New token").getByLabelText("Name of the token"), "My script");
    await user.click(inRow("New token").getByRole("button", { name: "Create a token" }));
    await screen.findByText("secret-of-the-token");
    api.failure = "session ended";
    const before = api.askedFor("UnreadNotifications").length;
    FakeEventSource.all.at(-1)?.open();
    await expect.poll(() => api.askedFor("UnreadNotifications").length).toBeGreaterThan(before);
    await expectMember("42");
    screen.getByText("secret-of-the-token");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("nothing is saved for another account that logs in instead: the page reloads", async () => {
    const page = await open();
    endSession(page.api, "ChangeUsername");
    await changeUsername(page, "somebody");
    await interrupted();
    await logIn(page.user, "43");
    await expect.poll(() => page.left).toEqual([undefined]);
    expect(page.api.askedFor("ChangeUsername")).toHaveLength(1);
    expect(page.account.username).toBe("member42");
    expect(page.session.account).toBe("42");
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
    // It can be sent again, also if the network fails on the way.
    const change = inRow("Password").getByRole("button", { name: "Change password" });
    await expect.poll(() => document.activeElement).toBe(change);
    await page.user.keyboard("{Enter}");
    await interrupted();
    page.api.failure = "network";
    await logIn(page.user, "42");
    await screen.findByText(/Check your connection/);
    page.api.failure = "session ended";
    await page.user.keyboard("{Enter}");
    await inRow("Password").findByText("Your password is changed. All other devices are logged out.");
    const asked = page.api.askedFor("ChangePassword").map((variables) => JSON.stringify(variables));
    expect(new Set(asked).size).toBe(1);
  });
});
