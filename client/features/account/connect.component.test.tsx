import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { logIn, openPage, type OpenPage } from "../../testing/open-page";

const CHALLENGE = "aB3_-".repeat(8) + "xyz";
const PATH = `/en/user/connect?challenge=${CHALLENGE}`;

async function openConnect(path: string, account?: string): Promise<OpenPage> {
  // As the browser has it; the page changes it beside the router.
  history.replaceState(null, "", path);
  const page = await openPage(path, {
    ...(account === undefined ? {} : { account }),
    resolvers: {
      Mutation: {
        createConnectCode: () => ({ code: "0A1BXYZ9", expiresAt: "2026-11-29T12:10:00.000Z", problems: [] }),
      },
    },
  });
  await screen.findByRole("main");
  return page;
}

const main = () => within(screen.getByRole("main"));
const alert = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join("");

describe("the page that connects the extension", () => {
  it("says what the extension may do then, and shows a code once the member allows it", async () => {
    const { user, api, session } = await openConnect(PATH, "42");
    await main().findByText("You are logged in as member42.");
    main().getByRole("heading", { level: 1, name: "Connect the browser extension" });
    main().getByText(/can read and change your prompts, favourites, votes and comments/);
    main().getByText(/^Allow it only if you have just pressed Connect/);
    expect(main().getByRole("link", { name: "Not now" }).getAttribute("href")).toBe("/en/user/");
    expect(api.askedFor("CreateConnectCode")).toEqual([]);
    await user.click(main().getByRole("button", { name: "Allow" }));
    const code = await main().findByText("0A1B-XYZ9");
    expect(code.dir).toBe("ltr");
    main().getByText(/^It works once, within 10 minutes\. Never tell it/);
    await expect.poll(() => location.hash).toBe("#code=0A1BXYZ9");
    expect(location.search).toBe(`?challenge=${CHALLENGE}`);
    expect(document.activeElement?.contains(code)).toBe(true);
    expect(main().queryByRole("button", { name: "Allow" })).toBeNull();
    expect(api.askedFor("CreateConnectCode")).toMatchObject([{ challenge: CHALLENGE }]);
    await user.click(main().getByRole("button", { name: "Copy" }));
    await main().findByRole("button", { name: "Copied" });
    expect(await navigator.clipboard.readText()).toBe("0A1BXYZ9");
    // Nothing of the member is left for whoever comes next.
    session.logOut();
    expect(location.hash).toBe("");
  });

  it("leads a visitor to log in, and back", async () => {
    const { user, router } = await openConnect(PATH);
    await main().findByText("Log in to connect the extension with your account.");
    expect(main().queryByRole("button", { name: "Allow" })).toBeNull();
    await user.click(main().getByRole("link", { name: "Log in" }));
    await main().findByRole("heading", { level: 1, name: "Log in" });
    await logIn(user, "42");
    await main().findByRole("button", { name: "Allow" });
    expect(router.state.location).toMatchObject({ pathname: "/en/user/connect", search: `?challenge=${CHALLENGE}` });
  });

  it.each(["", "?challenge=", `?challenge=${CHALLENGE}x`, `?challenge=${CHALLENGE.slice(1)}%2B`])(
    "asks for nothing without a challenge: %s",
    async (search) => {
      await openConnect(`/en/user/connect${search}`, "42");
      await main().findByText(
        /^The address of this page is not complete\. Press Connect in the extension’s panel again\./,
      );
      expect(main().queryByRole("button", { name: "Allow" })).toBeNull();
    },
  );

  it("asks to log in when the session has ended elsewhere, and then shows the code", async () => {
    const { user, api } = await openConnect(PATH, "42");
    await main().findByText("You are logged in as member42.");
    api.lastOfSession = "CreateConnectCode";
    await user.click(main().getByRole("button", { name: "Allow" }));
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await main().findByText("0A1B-XYZ9");
  });

  it("says that it has failed, and can be pressed again", async () => {
    const { user, api } = await openConnect(PATH, "42");
    await main().findByText("You are logged in as member42.");
    api.failure = "limited";
    await user.click(main().getByRole("button", { name: "Allow" }));
    await expect.poll(alert).toBe("The extension could not be connected. Try again in 2 minutes.");
    expect(location.hash).toBe("");
    api.failure = null;
    await user.click(main().getByRole("button", { name: "Allow" }));
    await main().findByText("0A1B-XYZ9");
  });
});
