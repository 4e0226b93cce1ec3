import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { privateStorage } from "../../session/private-storage";
import { Session } from "../../session/session";
import { forgetTyped } from "../../session/typed-data";
import { FakeBrowser } from "../../testing/fake-browser";
import { DraftKeeper } from "./draft-keeper";
import { NO_TEXT } from "./editor-state";

let session: Session;

beforeEach(() => {
  new FakeBrowser();
  session = new Session("");
  session.begin("42");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const keeperOf = (owner = "42") => new DraftKeeper(privateStorage(session), session, null, owner);
const words = (title: string) => ({ texts: { en: { ...NO_TEXT, title } }, locale: "en" as const, base: null });

test("two tabs keep both versions of a draft, until one is forgotten", () => {
  const [one, other] = [keeperOf(), keeperOf()];
  one.keep(words("one"));
  expect(other.keep(words("other"))?.other?.texts.en?.title).toBe("one");
  expect(keeperOf().load()).toMatchObject({
    texts: { en: { title: "other" } },
    other: { texts: { en: { title: "one" } } },
  });
  other.forgetOther();
  expect(keeperOf().load()).toMatchObject({ texts: { en: { title: "other" } }, other: null });
  other.keep(null);
  expect(keeperOf().load()).toBeNull();
});

test("two versions that change places are both kept", () => {
  const [one, other] = [keeperOf(), keeperOf()];
  other.keep(words("other"));
  one.keep(words("one"));
  one.keep(words("other"), words("one"));
  expect(keeperOf().load()).toMatchObject({
    texts: { en: { title: "other" } },
    other: { texts: { en: { title: "one" } } },
  });
  expect(one.keep(words("other again"))?.other?.texts.en?.title).toBe("one");
});

test("an editor that has nothing to keep leaves the draft of another tab", () => {
  const [one, other] = [keeperOf(), keeperOf()];
  one.keep(words("one"));
  other.keep(null);
  expect(keeperOf().load()?.texts.en?.title).toBe("one");
});

test("words are kept for their owner while the session has ended, and for nobody else; logging out forgets them", () => {
  const keeper = keeperOf();
  session.end();
  keeper.keep(words("late"));
  session.begin("43");
  expect(keeper.keep(words("stray"))).toBeNull();
  expect(keeperOf("43").load()).toBeNull();
  session.begin("42");
  expect(keeperOf().load()?.texts.en?.title).toBe("late");
  forgetTyped(privateStorage(session));
  session.logOut();
  expect(keeper.keep(words("later"))).toBeNull();
  session.begin("42");
  expect(keeperOf().load()).toBeNull();
});
