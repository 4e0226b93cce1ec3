import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAnnounced, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const SETTINGS = "/en/user/?view=settings";
const PASSWORD = "correct horse 7";

/** A row of the settings. */
const row = async (name: string) => within(await screen.findByRole("group", { name }));

it("a new token whose answer is lost is in the list, and can be deleted; one that was not made was none", async () => {
  const tokens: object[] = [];
  let arrives = true;
  const { user, api } = await openPage(SETTINGS, {
    account: "42",
    resolvers: {
      Viewer: { apiTokens: () => tokens },
      Mutation: {
        createApiToken: (_, { name }) => {
          if (arrives) tokens.push({ id: String(tokens.length + 1), name: name as string });
          return { token: "secret", problems: [] };
        },
      },
    },
  });
  const form = await row("New token");
  await pasteInto(user, form.getByLabelText("Name of the token"), "lost one");
  api.lostAnswer = "CreateApiToken";
  await user.click(form.getByRole("button", { name: "Create a token" }));
  await form.findByText(/If there is a new token in the list, delete it/);
  await screen.findByRole("button", { name: "Delete lost one" });
  arrives = false;
  api.lostAnswer = "CreateApiToken";
  await user.click(form.getByRole("button", { name: "Create a token" }));
  await form.findByText("This could not be saved. Check your connection and try again.");
});

it("a new address whose answer is lost is pending, and it is said that a mail is on its way", async () => {
  const pending: { email: string | null } = { email: null };
  const { user, api } = await openPage(SETTINGS, {
    account: "42",
    resolvers: {
      Viewer: { hasPassword: () => true, pendingEmail: () => pending.email && { email: pending.email } },
      Mutation: {
        changeEmail: (_, { email }) => {
          pending.email = email as string;
          return { problems: [] };
        },
      },
    },
  });
  const form = await row("Email");
  await pasteInto(user, form.getByLabelText("New email"), "new@example.org");
  await pasteInto(user, form.getByLabelText("Current password"), PASSWORD);
  api.lostAnswer = "ChangeEmail";
  await user.click(form.getByRole("button", { name: "Change email" }));
  await form.findByText("A mail is on its way to new@example.org.");
  await screen.findByText(/^Your email is due to change to/);
});

it("a registration whose answer is lost advises to log in", async () => {
  const { user, api } = await openPage("/en/user/auth?view=register");
  await pasteInto(user, await screen.findByLabelText("Username"), "ada");
  await pasteInto(user, screen.getByLabelText("Email"), "ada@example.org");
  await pasteInto(user, screen.getByLabelText("Password"), PASSWORD);
  await pasteInto(user, screen.getByLabelText("Repeat the password"), PASSWORD);
  await user.click(screen.getByRole("checkbox"));
  api.lostAnswer = "Register";
  await user.click(screen.getByRole("button", { name: "Create an account" }));
  await screen.findByText(/Try to log in before you register again, or look into your mailbox\./);
  expect(screen.queryByText(/could not be registered/)).toBeNull();
});

it("a copy whose answer is lost is asked for as the same copy; the next one is another", async () => {
  const page: OpenPage = await openPage("/en/prompt/7", {
    account: "42",
    resolvers: { Prompt: { shared: () => true, text: () => ({ title: "A letter" }) } },
  });
  const { user, api } = page;
  const copy = async () => user.click(await screen.findByText("Save a copy"));
  api.lostAnswer = "SaveCopy";
  await copy();
  await expectAnnounced("Check your connection and save again: nothing is saved twice.");
  await copy();
  await expectAnnounced("Saved to your prompts.");
  await copy();
  await expect.poll(() => api.askedFor("SaveCopy").length).toBe(3);
  const [first, second, third] = api.askedFor("SaveCopy");
  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
});

it("a new password whose answer is lost is tried: the page asks to log in with it", async () => {
  const { user, api } = await openPage(SETTINGS, { account: "42", resolvers: { Viewer: { hasPassword: () => true } } });
  const form = await row("Password");
  const change = () => user.click(form.getByRole("button", { name: "Change password" }));
  await pasteInto(user, form.getByLabelText("Current password"), PASSWORD);
  await pasteInto(user, form.getByLabelText("New password"), `${PASSWORD}!`);
  await pasteInto(user, form.getByLabelText("Repeat the password"), `${PASSWORD}!`);
  api.lostAnswer = "ChangePassword";
  await change();
  await form.findByText(/Try to log in with the new password\./);
  expect(form.queryByText(/could not be changed/)).toBeNull();
  // Its cookies have got lost, too.
  api.lastOfSession = "ChangePassword";
  await change();
  await logIn(user, "42");
  await expect.poll(() => screen.queryByRole("dialog", { name: "Log in" })).toBeNull();
});

it("an account whose deletion's answer is lost is forgotten by the page; a deletion that did not arrive was none", async () => {
  let arrives = false;
  const resolvers = {
    Viewer: { hasPassword: () => true },
    Mutation: {
      deleteAccount: () => {
        if (arrives) api.account = null;
        return { problems: [] };
      },
    },
  };
  const { user, api, left }: OpenPage = await openPage(SETTINGS, { account: "42", resolvers });
  localStorage.setItem("polyprompt.private.42#variables.8", "typed");
  const part = within(await screen.findByRole("region", { name: "Delete account" }));
  await user.click(part.getByRole("button"));
  await pasteInto(user, await part.findByLabelText("Password", { selector: "input" }), PASSWORD);
  const remove = async () => user.click(await screen.findByRole("button", { name: "Delete my account for good" }));
  api.lostAnswer = "DeleteAccount";
  await remove();
  await screen.findByText("This could not be deleted. Check your connection and try again.");
  expect(localStorage.getItem("polyprompt.private.42#variables.8")).toBe("typed");
  arrives = true;
  api.lostAnswer = "DeleteAccount";
  await remove();
  await expect.poll(() => left).toEqual(["/en/"]);
  expect(localStorage.getItem("polyprompt.private.42#variables.8")).toBeNull();
});
