import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage, type OpenPage, pasteInto } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";
const THANKS = "Thank you. The moderators will look at it.";

async function open(account?: string): Promise<OpenPage> {
  const page: OpenPage = await openPage(PROMPT, {
    ...(account === undefined ? {} : { account }),
    resolvers: {
      Prompt: {
        shared: () => true,
        text: () => ({ title: "Noise" }),
        author: () => page.api.store.get("User", "50"),
        comments: () => ({ nodes: [] }),
      },
    },
  });
  if (account !== undefined) await expectMember(account);
  return page;
}

const press = async ({ user }: OpenPage) => user.click(await screen.findByText("Report…"));
const reason = () => screen.findByLabelText<HTMLTextAreaElement>("What is wrong with it?");
const send = async ({ user }: OpenPage) => user.click(await screen.findByRole("button", { name: "Send the report" }));
const isClosed = () => expect.poll(() => screen.queryByLabelText("What is wrong with it?")).toBeNull();
const sent = ({ api }: OpenPage) => api.askedFor("ReportPrompt").map(({ reason }) => reason);

describe("a member's prompt", () => {
  it("is reported with a reason, which is asked for", async () => {
    const page = await open("42");
    await press(page);
    await expect.poll(async () => document.activeElement === (await reason())).toBe(true);
    await send(page);
    await screen.findByText("Please fill in this field");
    expect(sent(page)).toEqual([]);
    await page.user.type(await reason(), "Nothing but\nnoise.");
    await send(page);
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Nothing but\nnoise."]);
    await isClosed();
    await expect.poll(() => document.activeElement?.tagName).toBe("SUMMARY");
  });

  it("takes more than can be sent: it counts it, and says so before anything is sent", async () => {
    const page = await open("42");
    await press(page);
    const words = "Noise! ".repeat(1500);
    fireEvent.input(await reason(), { target: { value: words } });
    await screen.findByText("10,500 / 500");
    await send(page);
    await screen.findByText("At most 500 characters");
    expect((await reason()).value).toBe(words);
    expect(sent(page)).toEqual([]);
    fireEvent.input(await reason(), { target: { value: "Noise." } });
    await screen.findByText("6 / 500");
    await send(page);
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Noise."]);
  });

  it("takes no further words while the report is on its way, as nobody would read them", async () => {
    const page = await open("42");
    await press(page);
    await pasteInto(page.user, await reason(), "Noise.");
    const release = page.api.hold("ReportPrompt");
    await send(page);
    await page.user.type(await reason(), "More");
    expect((await reason()).value).toBe("Noise.");
    release();
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Noise."]);
  });

  it("is reported by a visitor after logging in", async () => {
    const page = await open();
    await press(page);
    await logIn(page.user, "42");
    await pasteInto(page.user, await reason(), "Spam.");
    await send(page);
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Spam."]);
  });

  it("is reported after logging in again, when the session had ended: nothing typed is lost", async () => {
    const page = await open("42");
    await press(page);
    await pasteInto(page.user, await reason(), "Written before.");
    page.api.lastOfSession = "ReportPrompt";
    await send(page);
    await screen.findByText(/^You have been logged out\. Log in as/);
    await logIn(page.user, "42");
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Written before.", "Written before."]);
  });

  it("is reported with what was written before the dialog was closed by a slip", async () => {
    const page = await open("42");
    const { user, router } = page;
    await press(page);
    await pasteInto(user, await reason(), "Two\nlines.");
    await user.keyboard("{Escape}");
    await isClosed();
    await press(page);
    expect((await reason()).value).toBe("Two\nlines.");
    await router.navigate("/en/feedback");
    await isClosed();
    await router.navigate(-1);
    await press(page);
    expect((await reason()).value).toBe("Two\nlines.");
    await send(page);
    await expectAnnounced(THANKS);
    expect(sent(page)).toEqual(["Two\nlines."]);
    await isClosed();
    await press(page);
    expect((await reason()).value).toBe("");
  });

  it("cannot be reported by its author", async () => {
    await open("50");
    await screen.findByRole("region", { name: "Your prompt" });
    expect(screen.queryByText("Report…")).toBeNull();
  });
});
