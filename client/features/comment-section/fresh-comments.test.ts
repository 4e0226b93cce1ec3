import { describe, expect, it } from "vitest";
import { FreshComments } from "./fresh-comments";

/** An answer that the test gives when it likes. */
function question() {
  let give: (ids: string[]) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const answer = new Promise<string[]>((resolve, reject) => ([give, fail] = [resolve, reject]));
  return { ask: () => answer, give, fail };
}

describe("comments by others", () => {
  it("are counted one by one, however fast they come, until they are gone", () => {
    const fresh = new FreshComments();
    fresh.tell("7", true);
    fresh.tell("8", true);
    fresh.tell("7", false);
    fresh.tell("8", true);
    expect([...fresh.ids]).toEqual(["8"]);
  });

  it("that come or go while one asks are in the answer or not, as they were told last", async () => {
    const fresh = new FreshComments();
    fresh.tell("1", true);
    const { ask, give } = question();
    const answer = fresh.answer(ask);
    fresh.tell("7", true);
    fresh.tell("8", false);
    expect([...fresh.ids]).toEqual(["1", "7"]);
    give(["6", "8"]);
    expect([...(await answer)]).toEqual(["6", "7"]);
    expect([...fresh.ids]).toEqual(["6", "7"]);
  });

  it("that come while others are being shown stay new, unless they are shown too", async () => {
    const fresh = new FreshComments();
    fresh.tell("6", true);
    const { ask, give } = question();
    const shown = fresh.show(ask);
    fresh.tell("7", true);
    fresh.tell("8", true);
    give(["6", "7"]);
    expect([...(await shown)]).toEqual(["8"]);
  });

  it("that are shown are not new again by an answer that was asked for before", async () => {
    const fresh = new FreshComments();
    const { ask, give } = question();
    const answer = fresh.answer(ask);
    await fresh.show(async () => ["6"]);
    give(["6", "7"]);
    expect([...(await answer)]).toEqual(["7"]);
  });

  it("stay as they are when there is no answer", async () => {
    const fresh = new FreshComments();
    fresh.tell("6", true);
    const { ask, fail } = question();
    const shown = fresh.show(ask);
    fail(new Error("offline"));
    await expect(shown).rejects.toThrow("offline");
    expect([...fresh.ids]).toEqual(["6"]);
  });
});
