import { screen, within } from "@testing-library/react";
import { GraphQLError } from "graphql";
import { describe, expect, it, vi } from "vitest";
import { expectAnnounced, expectMember, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const REGISTER = "/en/user/auth?view=register";
const PASSWORD = "correct horse 7";

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.findByRole("button", { name });
const invalid = () => [...document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]")].map(({ name }) => name);
const focusedName = () => document.activeElement?.getAttribute("name");
/** What stands beside a field, and is read out with it. */
const descriptionOf = (element: Element | null) => {
  const ids = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
};
const beside = async (label: string) => descriptionOf(await field(label));

async function write({ user }: OpenPage, words: Record<string, string>): Promise<void> {
  for (const [label, word] of Object.entries(words)) {
    await user.clear(await field(label));
    await pasteInto(user, await field(label), word);
  }
}

const NAME_RULES = "3 to 32 letters and digits of one script, with “_”, “-” and one dot within. Everyone can see it.";
const PASSWORD_RULES = "At least 6 characters Not a common word, a name or a row of keys";

it("the rules of names and passwords stand beside their fields before anything is sent", async () => {
  await openPage(REGISTER);
  expect(await beside("Username")).toEqual([NAME_RULES]);
  expect(await beside("Password")).toEqual([PASSWORD_RULES]);
});

it("the rules of passwords stand beside the field where one sets a new one", async () => {
  await openPage("/en/reset-password?code=the-code");
  expect(await beside("New password")).toEqual([PASSWORD_RULES]);
});

it("the rules of names and passwords stand beside the fields of the settings", async () => {
  await openPage("/en/user?view=settings", { account: "42", resolvers: { Viewer: { hasPassword: () => true } } });
  await button("Change password");
  expect(descriptionOf(document.querySelector("input[name=username]:not([hidden])"))).toEqual([NAME_RULES]);
  expect(descriptionOf(document.querySelector("input[name=password]"))).toEqual([PASSWORD_RULES]);
});

describe("registering", () => {
  it("shows each error beside its field, focuses the first one, and keeps the input", async () => {
    const problems = [
      { code: "USERNAME_TAKEN", field: "username" },
      { code: "EMAIL_TAKEN", field: "email" },
    ];
    const page = await openPage(REGISTER, {
      resolvers: { Mutation: { register: () => ({ viewer: null, problems }) } },
    });
    const { user, api } = page;
    await user.click(await button("Create an account"));
    expect(invalid()).toEqual(["username", "email", "password", "passwordConfirmation", "acceptTerms"]);
    expect(focusedName()).toBe("username");
    const summary = (await screen.findByText("Check 5 fields:")).closest("[role=alert]") as HTMLElement;
    expect(
      within(summary)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Username",
      "Email",
      "Password",
      "Repeat the password",
      "Please agree to the terms of service and the privacy policy",
    ]);
    await user.click(within(summary).getByRole("link", { name: "Email" }));
    expect(focusedName()).toBe("email");

    // A problem lasts until its field is changed, and nothing else takes the focus then.
    await write(page, { Username: "Taken" });
    expect(invalid()).not.toContain("username");
    expect(focusedName()).toBe("username");
    expect(screen.queryByText("Check 4 fields:")).not.toBeNull();
    await write(page, { Email: "nobody", Password: PASSWORD, "Repeat the password": "another one" });
    expect(screen.queryByText(/^Check/)).toBeNull();
    await user.keyboard("{Enter}");
    expect(focusedName()).toBe("email");
    expect(await beside("Email")).toEqual(["Please enter a valid email"]);
    expect(await beside("Repeat the password")).toEqual(["Passwords do not match"]);
    expect(api.askedFor("Register")).toEqual([]);

    await write(page, { Email: "taken@example.org", "Repeat the password": PASSWORD });
    await user.click(screen.getByRole("checkbox"));
    await user.click(await button("Create an account"));
    await expect.poll(() => beside("Username")).toContain("This username is taken");
    expect(await beside("Email")).toEqual(["There is already an account with this email"]);
    expect((await field("Password")).value).toBe(PASSWORD);
    expect((await field("Username")).value).toBe("Taken");
    expect(api.askedFor("Register")).toHaveLength(1);
  });

  it("reports errors in the reader's language", async () => {
    const { user } = await openPage("/ar/user/auth?view=register", { locale: "ar" });
    const form = (await screen.findByRole("checkbox")).closest("form") as HTMLFormElement;
    await user.click(form.querySelector("[type=submit]") as HTMLElement);
    expect(invalid()).toHaveLength(5);
    await pasteInto(user, form.elements.namedItem("email") as HTMLInputElement, "nobody");
    await pasteInto(user, form.elements.namedItem("password") as HTMLInputElement, PASSWORD);
    await user.keyboard("{Enter}");
    expect(invalid()).toEqual(["username", "email", "passwordConfirmation", "acceptTerms"]);
    expect(form.textContent).toMatch(/\p{Script=Arabic}/u);
    expect(form.textContent).not.toMatch(/\p{Script=Latin}/u);
  });
});

it("a wrong password keeps the name, and the right one leads to where the address says", async () => {
  const wrong = { viewer: null, problems: [{ code: "INVALID_CREDENTIALS", field: null }] };
  const page: OpenPage = await openPage(`/en/user/auth?return=${encodeURIComponent("/en/prompt/7?from=here")}`, {
    resolvers: {
      Mutation: {
        login: (_, { password }) => {
          if (password !== PASSWORD) return wrong;
          page.api.signIn("42");
          return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
        },
      },
    },
  });
  await write(page, { "Username or email": "42", Password: "wrong horse 7" });
  await page.user.keyboard("{Enter}");
  await screen.findByText("Username, email or password is wrong.");
  expect((await field("Username or email")).value).toBe("42");
  // Either may be wrong. The password is what people mistype.
  expect(invalid()).toHaveLength(2);
  expect(focusedName()).toBe("password");
  await write(page, { Password: PASSWORD });
  await page.user.keyboard("{Enter}");
  await expectMember("42");
  const place = () => page.router.state.location.pathname + page.router.state.location.search;
  await expect.poll(place).toBe("/en/prompt/7?from=here");
});

it("Escape closes the dialog that logs in, and the focus is back at its link", async () => {
  const { user } = await openPage("/en/prompt/7");
  const link = await screen.findByRole("link", { name: /^Log in/ });
  await user.click(link);
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
  expect(document.activeElement).toBe(link);
});

it.each([
  ["link", "Username or email", "Check your e-mail or username."],
  ["forgot", "Email", "Check your email."],
])("the answer to a request for a mail (%s) names what the form has asked for", async (view, label, advice) => {
  const page = await openPage(`/en/user/auth?view=${view}`);
  await write(page, { [label]: "nobody@example.org" });
  await page.user.keyboard("{Enter}");
  await screen.findByText(`If that account exists, a mail is on its way. Nothing arrived? ${advice}`);
});

it("a mail can be sent again after a minute, and at once to another name", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  try {
    const page = await openPage("/en/user/auth?view=link");
    const { user, api } = page;
    await write(page, { "Username or email": "nobody-at-all" });
    await user.keyboard("{Enter}");
    await screen.findByText("Check your inbox");
    const again = () => screen.findByRole("button", { name: "Send it again" });
    await again();
    await write(page, { "Username or email": "member42" });
    await user.click(await button("Send me a login link"));
    await again();
    expect(api.askedFor("SendLoginLink")).toHaveLength(2);
    // The remaining time is shown, but announced only to those who try.
    await user.keyboard("{Enter}");
    vi.advanceTimersByTime(2000);
    await user.click(await field("Username or email"));
    await user.keyboard("{Enter}");
    await expectAnnounced("You can send it again in 58 seconds.");
    expect((await again()).getAttribute("aria-disabled")).toBe("true");
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await again()).getAttribute("aria-disabled")).toBeNull();
    expect(api.askedFor("SendLoginLink")).toHaveLength(2);
    await user.click(await again());
    await expect.poll(() => api.askedFor("SendLoginLink")).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

it("a new password is set with the code from the mail, as it is copied by hand", async () => {
  const invalid = { viewer: null, problems: [{ code: "INVALID_OR_EXPIRED_CODE", field: "code" }] };
  const page: OpenPage = await openPage("/en/reset-password", {
    resolvers: {
      Mutation: {
        resetPassword: (_, { code }) => {
          if (code !== "the-code") return invalid;
          page.api.signIn("42");
          return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
        },
      },
    },
  });
  const { user, api } = page;
  expect((await field("Code from the mail")).value).toBe("");
  await write(page, { "New password": PASSWORD, "Repeat the password": `${PASSWORD}!` });
  await user.keyboard("{Enter}");
  await screen.findByText("Error: Passwords do not match");
  await screen.findByText("Error: Enter the code from the mail");
  await write(page, { "Code from the mail": "another-code", "Repeat the password": PASSWORD });
  await user.keyboard("{Enter}");
  await screen.findByText("Error: This code is wrong, was used before or has expired. Ask for a new mail.");
  expect(focusedName()).toBe("code");
  expect((await field("New password")).value).toBe(PASSWORD);
  await write(page, { "Code from the mail": " the-code " });
  await user.keyboard("{Enter}");
  await expectMember("42");
  await expectAnnounced("Your password is changed. All other devices are logged out.");
  expect(api.askedFor("ResetPassword")).toHaveLength(2);
});

describe("password managers", () => {
  const USERNAME = "username: text username";
  const EMAIL = "email: email email";
  const CURRENT = "currentPassword: password current-password";
  const NEW_PASSWORD = ["password: password new-password", "passwordConfirmation: password new-password"];
  /** Password managers store a password under it. */
  const HIDDEN_USERNAME = "username: text username hidden";
  const LOGIN = [USERNAME, "password: password current-password"];

  /** What a password manager sees of each form: name, type and purpose of its fields. Each has one submit button. */
  function formsIn(part: HTMLElement): string[][] {
    const forms = [...part.querySelectorAll("form")];
    for (const form of forms) expect(form.querySelectorAll("button[type=submit]")).toHaveLength(1);
    const fields = forms.map((form) =>
      [...form.querySelectorAll("input")].map((it) =>
        `${it.name}: ${it.type} ${it.getAttribute("autocomplete") ?? ""} ${it.hidden ? "hidden" : ""}`.trim(),
      ),
    );
    return fields.filter((each) => each.length > 0);
  }

  it.each([
    ["/en/user/auth", LOGIN],
    ["/en/user/auth?view=link", ["identifier: text username"]],
    [REGISTER, [USERNAME, EMAIL, ...NEW_PASSWORD, "acceptTerms: checkbox"]],
    ["/en/user/auth?view=forgot", [EMAIL]],
    ["/en/reset-password", ["code: text one-time-code", ...NEW_PASSWORD]],
  ])("recognize the form of %s", async (path, fields) => {
    await openPage(path);
    await expect.poll(() => formsIn(screen.getByRole("main"))).toEqual([fields]);
  });

  it("recognize the form of the dialog", async () => {
    const { user } = await openPage("/en/prompt/7");
    await user.click(await screen.findByRole("link", { name: /^Log in/ }));
    expect(formsIn(await screen.findByRole("dialog"))).toEqual([LOGIN]);
  });

  it("recognize the forms of the settings", async () => {
    const { user } = await openPage("/en/user?view=settings", {
      account: "42",
      resolvers: { Viewer: { hasPassword: () => true, apiTokens: () => [] } },
    });
    await user.click(await button("Delete account"));
    expect(formsIn(screen.getByRole("main"))).toEqual([
      [USERNAME],
      [HIDDEN_USERNAME, EMAIL, CURRENT],
      [HIDDEN_USERNAME, CURRENT, ...NEW_PASSWORD],
      ["name: text off"],
      [HIDDEN_USERNAME, "password: password current-password", "deleteComments: checkbox"],
    ]);
    const kept = [...document.querySelectorAll<HTMLInputElement>("input[name=username][hidden]")];
    expect(kept.map(({ value }) => value)).toEqual(["member42", "member42", "member42"]);
  });
});

it("a password is pasted, and revealed by its button", async () => {
  const { user } = await openPage(REGISTER);
  for (const label of ["Password", "Repeat the password"]) {
    const input = await field(label);
    await user.click(input);
    await user.paste(PASSWORD);
    expect(input.value).toBe(PASSWORD);
    await user.tab();
    for (const shown of [true, false]) {
      await user.keyboard(" ");
      await expect.poll(() => input.type).toBe(shown ? "text" : "password");
      expect(document.activeElement?.getAttribute("aria-label")).toBe("Show the password");
      expect(document.activeElement?.getAttribute("aria-pressed")).toBe(String(shown));
    }
  }
  expect(invalid()).toEqual([]);
});

describe("offline and over the rate limit, a form says so and keeps the input:", () => {
  const limit = () => {
    throw new GraphQLError("Too many requests.", { extensions: { code: "RATE_LIMITED", retryAfter: 125 } });
  };

  /** Fills in all fields of a form. */
  async function fill({ user }: OpenPage, form: HTMLFormElement): Promise<void> {
    for (const input of form.querySelectorAll<HTMLInputElement>("input:not([hidden])")) {
      if (input.type === "checkbox") {
        if (!input.checked) await user.click(input);
        continue;
      }
      await user.clear(input);
      await pasteInto(user, input, input.type === "password" ? PASSWORD : "somebody@example.org");
    }
  }

  const typed = (form: HTMLFormElement) =>
    [...form.querySelectorAll("input")].map(({ checked, value }) => [checked, value]);

  async function expectInputKept(page: OpenPage, form: HTMLFormElement, failed: string): Promise<void> {
    await fill(page, form);
    const before = typed(form);
    const send = async (advice: string) => {
      await page.user.click(form.querySelector("[type=submit]") as HTMLElement);
      const alerts = () => [...form.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent);
      await expect.poll(alerts).toContain(`${failed} ${advice}`);
      expect(typed(form)).toEqual(before);
    };
    vi.stubGlobal("navigator", { onLine: false });
    page.api.failure = "network";
    await send("Check your connection and try again.");
    vi.stubGlobal("navigator", { onLine: true });
    page.api.failure = null;
    await send("Try again in 3 minutes.");
  }

  it.each([
    ["/en/user/auth", "login", "You could not be logged in."],
    ["/en/user/auth?view=link", "sendLoginLink", "The login link could not be sent."],
    [REGISTER, "register", "You could not be registered."],
    ["/en/user/auth?view=forgot", "requestPasswordReset", "The mail could not be sent."],
    ["/en/reset-password", "resetPassword", "Error: your password could not be reset."],
  ])("that of %s", async (path, mutation, failed) => {
    const page = await openPage(path, { resolvers: { Mutation: { [mutation]: limit } } });
    const form = () => screen.getByRole("main").querySelector("form");
    await expect.poll(form).not.toBeNull();
    await expectInputKept(page, form() as HTMLFormElement, failed);
  });

  it.each([
    ["Username", "changeUsername", "This could not be saved."],
    ["Email", "changeEmail", "This could not be saved."],
    ["Password", "changePassword", "Your password could not be changed."],
    ["New token", "createApiToken", "This could not be saved."],
    ["Delete account", "deleteAccount", "This could not be deleted."],
  ])("the setting %s", async (name, mutation, failed) => {
    const page = await openPage("/en/user?view=settings", {
      account: "42",
      resolvers: { Mutation: { [mutation]: limit }, Viewer: { hasPassword: () => true } },
    });
    await page.user.click(await button("Delete account"));
    const part = screen.queryByRole("group", { name }) ?? screen.getByRole("region", { name });
    await expectInputKept(page, part.querySelector("form") as HTMLFormElement, failed);
  });
});
