import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAnnounced, expectMember, logIn, openPage } from "../../testing/open-page";

const PROMPT = "/en/prompt/7";

describe("a visitor's copy", () => {
  const save = async () => {
    const page = await openPage(PROMPT, { resolvers: { Prompt: { shared: () => true } } });
    await page.user.click(await screen.findByRole("button", { name: "Save a copy", hidden: true }));
    await screen.findByText("To save a copy of this prompt, log in or create an account.");
    return page;
  };

  it("is saved once they have logged in, once", async () => {
    const { user, api } = await save();
    await logIn(user, "42");
    await expectAnnounced("Saved to your prompts.");
    expect(api.askedFor("SaveCopy")).toEqual([{ id: "7", idempotencyKey: expect.any(String) as string }]);
  });

  it("is dropped with the dialog", async () => {
    const { user, api } = await save();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("link", { name: /^Log in/ }));
    await logIn(user, "42");
    await expectMember("42");
    expect(api.askedFor("SaveCopy")).toEqual([]);
  });
});

it("a copy whose answer is lost is asked for with the same key after a reload, and the next copy with another one", async () => {
  const keys: unknown[] = [];
  const press = async (lostAnswer: string | null) => {
    const { user, api } = await openPage(PROMPT, { account: "42", resolvers: { Prompt: { shared: () => true } } });
    api.lostAnswer = lostAnswer;
    await user.click(await screen.findByRole("button", { name: "Save a copy", hidden: true }));
    await expectAnnounced(lostAnswer ? "nothing is saved twice." : "Saved to your prompts.");
    keys.push(api.askedFor("SaveCopy")[0]?.["idempotencyKey"]);
    cleanup();
  };
  await press("SaveCopy");
  await press(null);
  await press(null);
  const [first, again, next] = keys;
  expect([again === first, next === first]).toEqual([true, false]);
});
