import { cleanup, screen, within } from "@testing-library/react";
import { GraphQLError } from "graphql";
import { describe, expect, it } from "vitest";
import { type MockedApi, type Resolvers } from "../../testing/mocked-api";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";
import { takeNotice } from "../../ui/notice-after-reload";

const CODE = "the-code";
/** Another one than the link is for. */
const CONFIRMED_MEMBER = "44";
const NEW_PASSWORD = "new horse 8!";
const CONFIRMED = "Thank you, your email is confirmed.";
const OTHER_ACCOUNT =
  "Your email could not be confirmed. This link belongs to another account. Log in to that one: the link is still good.";
const INVALID = "This link was used before or has expired. Ask for a new one.";

/** Refuses whoever is not member 42. */
function expectOwner({ account }: MockedApi): void {
  if (account !== "42") throw new GraphQLError("", { extensions: { code: "FORBIDDEN" } });
}

/**
 * Opens the link that confirms the address of member 42.
 * @param code of another one it turns out only when it is used that it does not work
 * @param works whether it works when it is opened
 */
async function openLink(account?: string, code = CODE, failure: MockedApi["failure"] = null, works = true) {
  const stored = { isConfirmed: false };
  const problems = () => (code === CODE ? [] : [{ code: "INVALID_OR_EXPIRED_CODE", field: "token" }]);
  const resolvers: Resolvers = {
    Viewer: {
      email: () => `member${page.api.account ?? ""}@example.org`,
      emailVerified: () => page.api.account === CONFIRMED_MEMBER || stored.isConfirmed,
      hasPassword: () => true,
    },
    Query: { confirmationLinkWorks: () => works },
    Mutation: {
      verifyEmail: () => {
        expectOwner(page.api);
        stored.isConfirmed = code === CODE;
        return { problems: problems() };
      },
      verifyEmailWithNewPassword: () => {
        stored.isConfirmed = code === CODE;
        if (stored.isConfirmed) page.api.signIn("42");
        return { viewer: stored.isConfirmed ? page.api.store.get("Viewer", "it") : null, problems: problems() };
      },
    },
  };
  location.hash = `#${code}`;
  const page: OpenPage = await openPage("/en/user/confirm", {
    ...(account === undefined ? {} : { account }),
    resolvers,
  });
  page.api.failure = failure;
  await screen.findByRole("main");
  return { ...page, stored };
}

/** As the browser does once the page has asked for it. */
async function reopen(path: string, api: MockedApi): Promise<OpenPage> {
  cleanup();
  const page = await openPage(path, { api });
  await screen.findByRole("main");
  return page;
}

const main = () => within(screen.getByRole("main"));
const button = (name: string) => main().findByRole("button", { name });
const alert = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join("");
/** Filled (primary) buttons; a view should have one. */
const filled = () => [...document.querySelectorAll("main [data-variant=filled]")].map(({ textContent }) => textContent);

describe("the link that confirms an address, opened by a visitor,", () => {
  it("offers a new password, and goes back", async () => {
    const { user, api, stored } = await openLink();
    const choose = "Confirm and choose a new password";
    await main().findByText(/the old password stops working, and everyone else is logged out/);
    expect(location.hash).toBe("");
    expect(filled()).toEqual(["Log in and confirm"]);
    await user.click(await button(choose));
    const password = () => main().findByLabelText("New password");
    expect(document.activeElement).toBe(await password());
    expect(filled()).toEqual(["Confirm and set the password"]);
    await user.click(await button("Back"));
    await button("Log in and confirm");
    await user.click(await button(choose));
    await pasteInto(user, await password(), NEW_PASSWORD);
    const again = main().getByLabelText("Repeat the password");
    await pasteInto(user, again, "another one");
    await user.keyboard("{Enter}");
    await main().findByText("Passwords do not match");
    expect(api.askedFor("VerifyEmailWithNewPassword")).toEqual([]);
    await user.clear(again);
    await pasteInto(user, again, NEW_PASSWORD);
    await user.keyboard("{Enter}");
    await main().findByText(`${CONFIRMED} You have a new password, and you are logged in.`);
    await expectMember("42");
    expect(stored.isConfirmed).toBe(true);
  });

  it("asks to log in, leaves it to whoever logs in in another tab, and is not offered again once it is done", async () => {
    const { user, api, session, router } = await openLink();
    await main().findByText("Log in to confirm your email. Your password stays as it is.");
    expect(filled()).toEqual(["Log in and confirm"]);
    await user.click(await button("Log in and confirm"));
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await expect.poll(async () => document.activeElement === (await button("Log in and confirm"))).toBe(true);
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog");
    expect(api.askedFor("VerifyEmail")).toEqual([]);
    api.signIn("42");
    session.begin("42");
    await main().findByText(/^You are logged in as member42\./);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(api.askedFor("VerifyEmail")).toEqual([]);
    await user.click(await button("Confirm email"));
    await main().findByText(CONFIRMED);
    expect(api.askedFor("VerifyEmail")).toHaveLength(1);
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    await user.click(await main().findByRole("link", { name: "Account settings" }));
    await expect.poll(() => screen.getByRole("region", { name: "Account" }).textContent).toMatch(/ Confirmed/);
    await router.navigate(-1);
    await main().findByText("Open this page with the link in the mail, or ask for a new one.");
  });

  it("says that it is invalid or used to whoever sets a new password", async () => {
    const { user } = await openLink(undefined, "another-code");
    await user.click(await button("Confirm and choose a new password"));
    await pasteInto(user, await main().findByLabelText("New password"), NEW_PASSWORD);
    await pasteInto(user, main().getByLabelText("Repeat the password"), NEW_PASSWORD);
    await user.keyboard("{Enter}");
    await main().findByText(INVALID);
    await main().findByRole("link", { name: "Account settings" });
  });

  it("says so to whoever logs in, and how to get a new mail", async () => {
    const { user, api } = await openLink(undefined, "another-code");
    await user.click(await button("Log in and confirm"));
    await logIn(user, "42");
    await main().findByText(INVALID);
    await user.click(await button("Send the link again"));
    await main().findByText("A mail is on its way to member42@example.org.");
    expect(api.askedFor("SendConfirmation")).toHaveLength(1);
  });
});

it("a mailed link is still good where the session had ended before it was opened, so that the page loads anew", async () => {
  localStorage.setItem("polyprompt.signed-in", "42 1763769600000");
  const { left, api } = await openLink();
  await expect.poll(() => left).toEqual([undefined]);
  const { user } = await reopen("/en/user/confirm", api);
  await main().findByText("Log in to confirm your email. Your password stays as it is.");
  expect(location.hash).toBe("");
  await user.click(await button("Log in and confirm"));
  await logIn(user, "42");
  await main().findByText(CONFIRMED);
});

describe("the link that confirms an address, opened by a member,", () => {
  it("refuses another account, confirmed or not, and says so; it stays good for the right one", async () => {
    for (const other of ["43", CONFIRMED_MEMBER]) {
      const { user, api, stored, left } = await openLink(other);
      if (other === CONFIRMED_MEMBER) {
        await main().findByText(/^You are logged in as member44, whose email is confirmed already\./);
        await user.click(await button("Log in and confirm"));
        await logIn(user, other);
      } else await user.click(await button("Confirm email"));
      await expect.poll(alert).toBe(OTHER_ACCOUNT);
      expect(filled()).toEqual(["Log in and confirm"]);
      await user.click(await button("Log in and confirm"));
      await logIn(user, "42");
      await expect.poll(() => left).toEqual([undefined]);
      const again = await reopen("/en/user/confirm", api);
      await again.user.click(await button("Confirm email"));
      await main().findByText(CONFIRMED);
      await expectMember("42");
      expect(location.hash).toBe("");
      expect(api.askedFor("VerifyEmail")).toHaveLength(2);
      expect(stored.isConfirmed).toBe(true);
      cleanup();
      localStorage.clear();
    }
  });

  it("asks to log in when the session has ended elsewhere, and then confirms", async () => {
    const { user, api } = await openLink("42");
    await main().findByText(/^You are logged in as member42\./);
    api.lastOfSession = "VerifyEmail";
    await user.click(await button("Confirm email"));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await user.keyboard("{Escape}");
    await expect.poll(alert).toBe("Your email could not be confirmed. You have been logged out. Log in and try again.");
    await user.click(await button("Confirm email"));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await main().findByText(CONFIRMED);
  });

  it("confirms once, however often its button is pressed", async () => {
    const { user, api } = await openLink("42");
    await main().findByText(/^You are logged in as member42\./);
    const release = api.hold("VerifyEmail");
    await user.dblClick(await button("Confirm email"));
    await user.keyboard("{Enter}");
    release();
    await main().findByText(CONFIRMED);
    expect(api.askedFor("VerifyEmail")).toHaveLength(1);
  });

  it("reports a failure of the network before its member is known and when it is pressed, and loses nothing", async () => {
    const { user, api, stored } = await openLink("42", CODE, "network");
    await main().findByText("Your account could not be loaded. Check your connection and try again.");
    api.failure = null;
    await user.click(await button("Retry"));
    await main().findByText(/^You are logged in as member42\./);
    expect(filled()).toEqual(["Confirm email"]);
    api.failure = "network";
    await user.click(await button("Confirm email"));
    await expect.poll(alert).toMatch(/Check your connection and try again\.$/);
    expect(stored.isConfirmed).toBe(false);
    api.failure = null;
    await user.click(await button("Confirm email"));
    await main().findByText(CONFIRMED);
  });
});

describe("the link that confirms an address, opened once it was used,", () => {
  const open = (account?: string) => openLink(account, "another-code", null, false);

  it("tells a confirmed member that it is done, and asks for nothing", async () => {
    await open(CONFIRMED_MEMBER);
    await main().findByText("Your email is confirmed already. There is nothing left to do.");
    expect(main().queryByRole("button")).toBeNull();
    expect(alert()).toBe("");
  });

  it("offers another one to a member who has not confirmed", async () => {
    const { user, api } = await open("42");
    await main().findByText(INVALID);
    await user.click(await button("Send the link again"));
    await main().findByText("A mail is on its way to member42@example.org.");
    expect(api.askedFor("VerifyEmail")).toEqual([]);
  });

  it("asks no visitor to log in for nothing, and says nothing about an account", async () => {
    await open();
    await main().findByText(INVALID);
    await main().findByText(/^If you have confirmed your email already, there is nothing left to do\./);
    expect(main().queryByRole("button")).toBeNull();
  });
});

describe("the link that changes an address", () => {
  /** Opens the link that gives member 42 a new address. */
  async function openChange(account?: string, code = CODE) {
    const resolvers: Resolvers = {
      Viewer: { email: () => "new@example.org", emailVerified: () => true, hasPassword: () => true },
      Mutation: {
        confirmEmailChange: () => {
          expectOwner(page.api);
          if (code === CODE) return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
          return { viewer: null, problems: [{ code: "INVALID_OR_EXPIRED_CODE", field: "token" }] };
        },
      },
    };
    location.hash = `#${code}`;
    const page: OpenPage = await openPage("/en/user/change-email", {
      ...(account === undefined ? {} : { account }),
      resolvers,
    });
    await screen.findByRole("main");
    return page;
  }

  it("asks a visitor to log in, refuses another account, and stays good for the right one", async () => {
    const { user, api, left } = await openChange();
    await main().findByText("This link gives your account a new email. Log in to confirm it: nobody else can.");
    await user.click(await button("Log in and confirm"));
    await logIn(user, "43");
    await expect.poll(alert).toBe(OTHER_ACCOUNT);
    await user.click(await button("Log in and confirm"));
    await logIn(user, "42");
    await expect.poll(() => left).toEqual([undefined]);
    const again = await reopen("/en/user/change-email", api);
    await again.user.click(await button("Confirm the new email"));
    await main().findByText(/^The email of your account is now/);
    expect(main().getByRole("status").textContent).toBe("The email of your account is now new@example.org.");
    expect(api.askedFor("ConfirmEmailChange")).toHaveLength(2);
  });

  it("does nothing when it is opened, and says where to look when it does not work any more", async () => {
    const { user, api } = await openChange("42", "another-code");
    await main().findByText(/^You are logged in as member42\./);
    expect(location.hash).toBe("");
    expect(api.askedFor("ConfirmEmailChange")).toEqual([]);
    await user.click(await button("Confirm the new email"));
    await main().findByText(INVALID);
    await main().findByText(/^In your account settings you can see whether the change is still pending/);
  });
});

describe("the link that logs in", () => {
  it.each([CODE, "another-code"])(
    "says whom, does so once its button is pressed, or that it was used (%s)",
    async (code) => {
      location.hash = `#${code}`;
      const isGood = code === CODE;
      const page: OpenPage = await openPage("/en/user/link", {
        resolvers: {
          Query: { loginLinkOwner: () => (isGood ? { id: "42", username: "member42" } : null) },
          Mutation: {
            loginWithLink: () => {
              page.api.signIn("42");
              return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
            },
          },
        },
      });
      await screen.findByRole("main");
      await main().findByText(isGood ? /^This link logs you in as/ : INVALID);
      expect(location.hash).toBe("");
      expect(page.api.askedFor("LoginWithLink")).toEqual([]);
      if (!isGood) return;
      await page.user.click(await button("Log in"));
      await expectMember("42");
      await expectAnnounced("You are logged in as member42.");
    },
  );
});

it("the link that logs in tells a member that it is not needed any more, once it was used", async () => {
  location.hash = "#another-code";
  await openPage("/en/user/link", { account: "42", resolvers: { Query: { loginLinkOwner: () => null } } });
  await screen.findByRole("main");
  await main().findByText("This link was used before or has expired. You do not need it any more.");
  await main().findByText("You are logged in as member42.");
  expect(alert()).toBe("");
});

describe("a mailed link of one member that another one uses leads to the home page, as the first one, and says so:", () => {
  const LOGGED_IN = "You are logged in as member42.";
  const CHANGED = "Your password is changed. All other devices are logged out.";
  const CHOSEN = `${CONFIRMED} You have a new password, and you are logged in.`;
  it.each([
    ["to log in", "/en/user/link", "loginWithLink", ["Log in"], LOGGED_IN],
    ["to set a new password", "/en/reset-password", "resetPassword", ["", "Set a new password"], CHANGED],
    [
      "to confirm an address, with a new password",
      "/en/user/confirm",
      "verifyEmailWithNewPassword",
      ["Confirm and choose a new password", "", "Confirm and set the password"],
      CHOSEN,
    ],
  ])("%s", async (_, path, mutation, steps, message) => {
    location.hash = `#${CODE}`;
    const page: OpenPage = await openPage(path, {
      account: "43",
      resolvers: {
        Query: {
          loginLinkOwner: () => ({ id: "42", username: "member42" }),
          confirmationLinkWorks: () => true,
        },
        Viewer: { emailVerified: () => page.api.account === "43" },
        Mutation: {
          [mutation]: () => {
            page.api.signIn("42");
            return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
          },
        },
      },
    });
    const { user, left } = page;
    await expectMember("43");
    for (const step of steps) {
      if (step !== "") await user.click(await button(step));
      else
        for (const label of ["New password", "Repeat the password"])
          await pasteInto(user, await main().findByLabelText(label), NEW_PASSWORD);
    }
    await expect.poll(() => left).toEqual(["/en/"]);
    expect(takeNotice()).toBe(message);
  });
});

describe("the link that stops a change of the address", () => {
  it.each([
    [
      "works once, whoever opens it, and leads to a new password",
      [],
      "The change is stopped. Your account keeps its email.",
    ],
    [
      "says that it does not work any more, and leads to a new password",
      [{ code: "INVALID_OR_EXPIRED_CODE", field: null }],
      "This link does not work any more: the change has been stopped or confirmed, or it has expired.",
    ],
  ])("%s", async (_, problems, outcome) => {
    location.hash = `#${CODE}`;
    const { user, api } = await openPage("/en/user/stop-email-change", {
      resolvers: { Mutation: { stopEmailChange: () => ({ problems }) } },
    });
    await screen.findByRole("main");
    await main().findByText(/^Somebody who knows your password asked to change the email/);
    const release = api.hold("StopEmailChange");
    await user.dblClick(await button("Stop the change"));
    release();
    await main().findByText(outcome);
    expect(api.askedFor("StopEmailChange")).toEqual([{ token: CODE }]);
    await main().findByText(/somebody knows your password/);
    await user.click(await main().findByRole("link", { name: "Choose a new password" }));
    await screen.findByRole("heading", { level: 1, name: "Forgot your password?" });
  });
});

describe("the link that stops the daily mail", () => {
  it.each([
    ["works without logging in", [], "status", "The daily mail is off."],
    ["says that it is unknown", [{ code: "INVALID_OR_EXPIRED_CODE", field: null }], "alert", /^This link is unknown\./],
  ])("%s; opening it does nothing", async (_, problems, role, outcome) => {
    location.hash = `#${CODE}`;
    const { user, api } = await openPage("/en/user/stop-digest", {
      resolvers: { Mutation: { stopDigest: () => ({ problems }) } },
    });
    await screen.findByRole("main");
    await button("Stop the daily mail");
    expect(api.askedFor("StopDigest")).toEqual([]);
    await user.click(await button("Stop the daily mail"));
    await within(main().getByRole(role)).findByText(outcome);
    expect(api.askedFor("StopDigest")).toEqual([{ code: CODE }]);
  });
});
