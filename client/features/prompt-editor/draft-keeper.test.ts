import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { privateStorage } from "../../session/private-storage";
import { Session } from "../../session/session";
import { forgetTyped } from "../../session/typed-data";
import { FakeBrowser } from "../../testing/fake-browser";
import { DraftKeeper, MAX_VERSIONS } from "./draft-keeper";
import { keyOfPlace, newDraftsIn, parseDrafts, type PromptDraft } from "./drafts";
import { NO_TEXT } from "./editor-state";

const PLACE = "new-a";
const KEY = `polyprompt.private.42#draft.${PLACE}`;
let session: Session;
let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
  session = new Session("");
  session.begin("42");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const keeperOf = (owner = "42") => new DraftKeeper(privateStorage(session), session, PLACE, owner);
const words = (title: string) => ({ texts: { en: { ...NO_TEXT, title } }, locale: "en" as const, base: null });
const titleOf = (draft: PromptDraft | null | undefined) => draft?.texts.en?.title;
/** The titles of all versions, the newest first. */
const stored = () => parseDrafts(browser.kept.get(KEY) ?? null).map(titleOf);
const offered = (keeper: DraftKeeper) => keeper.look().others.map(titleOf);
/** An editor in a tab of its own, in which this is typed. */
function typedIn(...titles: string[]): DraftKeeper {
  const keeper = keeperOf();
  for (const title of titles) keeper.keep(words(title));
  return keeper;
}
/** An editor that is opened now, with what it finds. */
function opened(): DraftKeeper {
  const keeper = keeperOf();
  keeper.load();
  return keeper;
}

test("editors keep all versions of a draft, however many there are, until one is forgotten", () => {
  const [one, , three] = [typedIn("o", "one"), typedIn("two"), typedIn("three")];
  expect([stored(), offered(one), offered(three)]).toEqual([
    ["three", "two", "one"],
    ["three", "two"],
    ["two", "one"],
  ]);
  const [two] = three.look().others;
  if (two) three.forget(two);
  expect(stored()).toEqual(["three", "one"]);
  three.keep(null);
  expect([stored(), titleOf(opened().load())]).toEqual([["one"], "one"]);
});

test("the version of a closed tab outlasts two other tabs that take turns", () => {
  typedIn("closed");
  const [one, other] = [typedIn("one"), opened()];
  other.keep(words("one, changed elsewhere"));
  one.keep(words("one and more"));
  other.keep(words("one, changed elsewhere and on"));
  expect(stored()).toEqual(["one, changed elsewhere and on", "one and more", "closed"]);
});

test("one's own words stay beside another tab's version that is shown instead, when that tab types on", () => {
  const [theirs, mine] = [typedIn("theirs"), typedIn("mine")];
  expect(titleOf(mine.next())).toBe("theirs");
  theirs.keep(words("theirs!"));
  expect([stored(), offered(mine)]).toEqual([["theirs!", "mine"], ["mine"]]);
  mine.keep(words("theirs?"));
  expect(stored()).toEqual(["theirs?", "theirs!", "mine"]);
});

test("what is shown instead is the other version as it is stored by then", () => {
  const [theirs, mine] = [typedIn("theirs"), typedIn("mine")];
  expect(offered(mine)).toEqual(["theirs"]);
  theirs.keep(words("theirs and much more"));
  expect([titleOf(mine.next()), stored()]).toEqual(["theirs and much more", ["theirs and much more", "mine"]]);
});

test("shows all versions in turn, and goes on with the one that is shown", () => {
  const keeper = [typedIn("one"), typedIn("two"), typedIn("three")].at(-1);
  const turn = [1, 2, 3].map(() => titleOf(keeper?.next()));
  expect(turn).toEqual(["one", "two", "three"]);
  keeper?.next();
  keeper?.keep(words("one!"));
  expect(stored()).toEqual(["one!", "three", "two"]);
});

test("a version that has changed since is not forgotten", () => {
  const [theirs, mine] = [typedIn("theirs"), typedIn("mine")];
  const [other] = mine.look().others;
  theirs.keep(words("theirs and more"));
  if (other) mine.forget(other);
  expect(stored()).toEqual(["theirs and more", "mine"]);
});

test("an editor replaces what it has found, unless that has changed since", () => {
  typedIn("begun");
  const [one, two] = [opened(), opened()];
  one.keep(words("begun, by one"));
  expect([stored(), offered(one)]).toEqual([["begun, by one"], []]);
  two.keep(words("begun, by two"));
  two.keep(null);
  expect(stored()).toEqual(["begun, by one"]);
});

test("words that another tab has replaced are kept when their editor leaves them, behind the newer ones", () => {
  const [one, reader] = [typedIn("one"), opened()];
  const two = opened();
  two.keep(words("something else"));
  for (const keeper of [one, reader]) keeper.keepReplaced();
  one.keepReplaced();
  expect(stored()).toEqual(["something else", "one"]);
});

test("an editor knows that another tab has ended the version that it shows, and makes a new one of it when asked", () => {
  const one = typedIn("one");
  expect(one.look()).toMatchObject({ kept: { outlastsPage: true }, hasEnded: false });
  opened().keep(null);
  expect(one.look()).toMatchObject({ kept: null, others: [], hasEnded: true });
  // Nothing of it comes back by itself.
  one.keepReplaced();
  expect(stored()).toEqual([]);
  one.keep(words("one and more"));
  expect(one.look()).toMatchObject({ kept: { outlastsPage: true }, hasEnded: true });
  one.keepAsNew(words("one and more"));
  expect(one.look()).toMatchObject({ kept: { outlastsPage: true }, hasEnded: false });
  expect([stored(), one.idempotencyKey === keyOfPlace(PLACE)]).toEqual([[], false]);
  const drafts = newDraftsIn(privateStorage(session), "42").map(([, json]) => parseDrafts(json).map(titleOf));
  expect(drafts.filter((titles) => titles.length > 0)).toEqual([["one and more"]]);
});

test("a tab is told of what others write", () => {
  const here = browser.openTab();
  const storage = privateStorage(session);
  const mine = new DraftKeeper(storage, session, PLACE, "42");
  mine.keep(words("mine"));
  const seen: unknown[] = [];
  storage.subscribe(() => seen.push([offered(mine), mine.look().hasEnded]));
  browser.openTab();
  const other = typedIn("theirs");
  here.goTo();
  expect(seen.at(-1)).toEqual([["theirs"], false]);
  expect(other.look().others).toHaveLength(1);
});

test("one version more than there is room for is not kept, and drops no other", () => {
  const titles = Array.from({ length: MAX_VERSIONS }, (_, index) => `version ${index}`);
  const keepers = titles.map((title) => typedIn(title));
  const late = typedIn("one too many");
  expect(stored()).toEqual(titles.toReversed());
  expect(late.look()).toMatchObject({ kept: { outlastsPage: false }, others: [], isRefused: true });
  keepers[3]?.keep(words("version 3, changed"));
  keepers[5]?.keep(null);
  late.keep(words("not too many"));
  expect(late.look()).toMatchObject({ kept: { outlastsPage: true }, isRefused: false });
  expect(stored()).toHaveLength(MAX_VERSIONS);
  expect(stored().slice(0, 2)).toEqual(["not too many", "version 3, changed"]);
});

test("drafts of an earlier release are read with the version beside them, and none of both is lost", () => {
  const draft = { ...words("newest"), savedAt: 2, writer: "b" };
  const other = { ...words("beside"), savedAt: 1, writer: "" };
  browser.kept.set(KEY, JSON.stringify({ version: 1, ...draft, other }));
  const keeper = keeperOf();
  expect([titleOf(keeper.load()), offered(keeper)]).toEqual(["newest", ["beside"]]);
  keeper.keep(words("newest and more"));
  expect(titleOf(keeper.next())).toBe("beside");
  keeper.keep(words("beside and more"));
  expect(stored()).toEqual(["beside and more", "newest and more"]);
  // A tab that still has the earlier release reads the newest version.
  expect(JSON.parse(browser.kept.get(KEY) ?? "")).toMatchObject({ version: 1, ...words("beside and more") });
});

test("an editor that has nothing to keep leaves the draft of another tab", () => {
  const empty = keeperOf();
  typedIn("one");
  empty.keep(null);
  expect([stored(), empty.look().others]).toEqual([["one"], []]);
});

test("words are kept for their owner while the session has ended, and for nobody else; logging out forgets them", () => {
  const keeper = keeperOf();
  session.end();
  keeper.keep(words("late"));
  session.begin("43");
  keeper.keep(words("stray"));
  expect([keeper.look().kept, keeper.look().hasEnded]).toEqual([null, false]);
  expect(keeperOf("43").load()).toBeNull();
  session.begin("42");
  expect(titleOf(keeperOf().load())).toBe("late");
  forgetTyped(privateStorage(session));
  session.logOut();
  keeper.keep(words("later"));
  session.begin("42");
  expect(keeperOf().load()).toBeNull();
});
