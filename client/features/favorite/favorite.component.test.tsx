import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";
const resolvers = { Prompt: { text: () => ({ title: "A letter" }) } };

const heart = () => screen.findByRole("button", { name: "Add “A letter” to favourites" });
const isPressed = async () => (await heart()).getAttribute("aria-pressed") === "true";

describe("a member's heart", () => {
  it("is pressed at once, and kept", async () => {
    const { user, api } = await openPage(PROMPT, { account: "42", resolvers });
    const release = api.hold("AddFavorite");
    await user.click(await heart());
    expect(await isPressed()).toBe(true);
    await expect.poll(() => api.askedFor("AddFavorite")).toEqual([{ id: "7" }]);
    release();
  });

  it("is pressed on a page whose prompt is kept already, and taken back", async () => {
    const { user, api } = await openPage(PROMPT, { account: "42", resolvers });
    api.store.set("Prompt", "7", "viewerHasFavorited", true);
    await expect.poll(isPressed).toBe(true);
    await user.click(await heart());
    expect(await isPressed()).toBe(false);
    await expect.poll(() => api.askedFor("RemoveFavorite")).toEqual([{ id: "7" }]);
  });

  it("goes back and says why, without a connection", async () => {
    const { user, api } = await openPage(PROMPT, { account: "42", resolvers });
    api.store.set("Prompt", "7", "viewerHasFavorited", true);
    await expect.poll(isPressed).toBe(true);
    api.failure = "network";
    await user.click(await heart());
    await expectAnnounced(
      "No answer came, so it is not known whether this was done. Check your connection and try again.",
    );
    expect(await isPressed()).toBe(true);
  });

  it("stays pressed without a word of failure, if the answer is lost", async () => {
    const { user, api } = await openPage(PROMPT, {
      account: "42",
      resolvers: {
        ...resolvers,
        Mutation: {
          addFavorite: () => {
            api.store.set("Prompt", "7", "viewerHasFavorited", true);
            return { problems: [] };
          },
        },
      },
    });
    await expect.poll(() => api.askedFor("FavoriteMarks")).toHaveLength(1);
    api.lostAnswer = "AddFavorite";
    await user.click(await heart());
    await expect.poll(() => api.askedFor("FavoriteMarks")).toHaveLength(2);
    expect(await isPressed()).toBe(true);
    expect(screen.queryByText(/could not be added|No answer came/)).toBeNull();
  });

  it("asks for the password where the session has ended elsewhere, and is carried out for the same member", async () => {
    const { user, api } = await openPage(PROMPT, { account: "42", resolvers });
    await expectMember("42");
    api.lastOfSession = "AddFavorite";
    await user.click(await heart());
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "42");
    await expect.poll(() => api.askedFor("AddFavorite")).toEqual([{ id: "7" }, { id: "7" }]);
    await expect.poll(isPressed).toBe(true);
  });

  it("is not carried out for another member who signs in instead: the page reloads", async () => {
    const { user, api, left } = await openPage(PROMPT, { account: "42", resolvers });
    await expectMember("42");
    api.lastOfSession = "AddFavorite";
    await user.click(await heart());
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(user, "43");
    await expect.poll(() => left).toEqual([undefined]);
    expect(api.askedFor("AddFavorite")).toHaveLength(1);
  });

  it("pressed on another device shows once its member comes back", async () => {
    const { api } = await openPage(PROMPT, { account: "42", resolvers });
    await expect.poll(() => api.askedFor("FavoriteMarks").length).toBeGreaterThan(0);
    expect(await isPressed()).toBe(false);
    api.store.set("Prompt", "7", "viewerHasFavorited", true);
    fireEvent.focus(window);
    await expect.poll(isPressed).toBe(true);
  });
});

describe("a visitor's heart", () => {
  it("is kept once they have registered, on the page where it was pressed", async () => {
    const page = await openPage(PROMPT, {
      resolvers: {
        ...resolvers,
        Mutation: {
          register: () => {
            page.api.signIn("42");
            return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
          },
        },
      },
    });
    const { user, api } = page;
    await user.click(await heart());
    await user.click(await screen.findByRole("link", { name: "Create an account" }));
    await pasteInto(user, await screen.findByLabelText("Username"), "member42");
    await pasteInto(user, screen.getByLabelText("Email"), "member42@example.org");
    await pasteInto(user, screen.getByLabelText("Password"), "correct horse 7");
    await pasteInto(user, screen.getByLabelText("Repeat the password"), "correct horse 7");
    await user.click(screen.getByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Create an account" }));
    await expect.poll(isPressed).toBe(true);
    expect(api.askedFor("AddFavorite")).toEqual([{ id: "7" }]);
  });

  it("is kept once they have logged in, once", async () => {
    const { user, api } = await openPage(PROMPT, { resolvers });
    await user.click(await heart());
    await screen.findByText(/It is added right after\.$/);
    expect(await isPressed()).toBe(false);
    await logIn(user, "42");
    await expectAnnounced("Added to your favourites");
    expect(api.askedFor("AddFavorite")).toEqual([{ id: "7" }]);
    expect(await isPressed()).toBe(true);
    expect(localStorage.getItem("polyprompt.private.visitor#wish")).toBeNull();
  });

  it("is kept after logging in by a mailed link, which opens another tab", async () => {
    const { user, api } = await openPage(PROMPT, { resolvers });
    await user.click(await heart());
    await user.click(await screen.findByRole("link", { name: "Link by email" }));
    await pasteInto(user, await screen.findByLabelText("Username or email"), "42");
    await user.click(screen.getByRole("button", { name: "Send me a login link" }));
    await expect.poll(() => api.askedFor("SendLoginLink")).toHaveLength(1);
    cleanup();
    location.hash = "#secret";
    const page: OpenPage = await openPage("/en/user/link", {
      resolvers: {
        ...resolvers,
        Mutation: {
          loginWithLink: () => {
            page.api.signIn("42");
            return { viewer: page.api.store.get("Viewer", "it"), problems: [] };
          },
        },
      },
    });
    await page.user.click(await within(await screen.findByRole("main")).findByRole("button", { name: /Log in/ }));
    await expect.poll(() => page.api.askedFor("AddFavorite")).toEqual([{ id: "7" }]);
    await expect.poll(isPressed).toBe(true);
  });

  it("is dropped when somebody logs in in another tab", async () => {
    const { user, api, session } = await openPage(PROMPT, { resolvers });
    await user.click(await heart());
    await screen.findByText(/It is added right after\.$/);
    api.signIn("43");
    session.begin("43");
    await expect.poll(() => api.askedFor("FavoriteMarks").length).toBeGreaterThan(0);
    await expectMember("43");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await isPressed()).toBe(false);
    expect(api.askedFor("AddFavorite")).toEqual([]);
  });

  it("is dropped with the dialog", async () => {
    const { user, api } = await openPage(PROMPT, { resolvers });
    await user.click(await heart());
    await screen.findByText(/It is added right after\.$/);
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("link", { name: /^Log in/ }));
    await logIn(user, "42");
    await expectAnnounced("You are logged in as");
    await expect.poll(() => api.askedFor("FavoriteMarks").length).toBeGreaterThan(0);
    expect(await isPressed()).toBe(false);
    expect(api.askedFor("AddFavorite")).toEqual([]);
  });
});
