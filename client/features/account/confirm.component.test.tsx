import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MockedApi, Resolvers } from "../../testing/mocked-api";
import { expectMember, logIn, openPage, type OpenPage } from "../../testing/open-page";

const CODE = "the-code";
const NEW_PASSWORD = "new horse 8!";
const CONFIRMED = "Thank you, your email is confirmed.";
const INVALID = "This code is wrong, was used before or has expired. Ask for a new mail.";

/** Opens the link that confirms the address of member 42. */
async function openLink(account?: string, code = CODE, failure: MockedApi["failure"] = null) {
  const stored = { isConfirmed: false };
  const problems = () => (code === CODE ? [] : [{ code: "INVALID_OR_EXPIRED_CODE", field: null }]);
  const resolvers: Resolvers = {
    Viewer: { email: () => "member42@example.org", emailVerified: () => stored.isConfirmed, hasPassword: () => true },
    Mutation: {
      verifyEmail: () => {
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
    await user.type(await password(), NEW_PASSWORD);
    const again = main().getByLabelText("Repeat the password");
    await user.type(again, "another one{Enter}");
    await main().findByText("Passwords do not match");
    expect(api.askedFor("VerifyEmailWithNewPassword")).toEqual([]);
    await user.clear(again);
    await user.type(again, `${NEW_PASSWORD}{Enter}`);
    await main().findByText(`${CONFIRMED} You have a new password, and you are logged in.`);
    await expectMember("42");
    expect(stored.isConfirmed).toBe(true);
  });

  it("says that it is invalid or used to whoever sets a new password", async () => {
    const { user } = await openLink(undefined, "another-code");
    await user.click(await button("Confirm and choose a new password"));
    await user.type(await main().findByLabelText("New password"), NEW_PASSWORD);
    await user.type(main().getByLabelText("Repeat the password"), `${NEW_PASSWORD}{Enter}`);
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

describe("the link that confirms an address, opened by a member,", () => {
  it("asks to log in when the session has ended elsewhere, and then confirms", async () => {
    const { user, api } = await openLink("42");
    await main().findByText(/^You are logged in as member42\./);
    api.lastOfSession = "VerifyEmail";
    await user.click(await button("Confirm email"));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await user.keyboard("{Escape}");
    await expect.poll(alert).toBe("Your email could not be confirmed. You have been logged out. Log in and try again.");
    await user.click(await button("Log in and confirm"));
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
