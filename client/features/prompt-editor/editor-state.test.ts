import { expect, test } from "vitest";
import {
  asChangeOf,
  changesOf,
  chosenSide,
  draftOf,
  initialState,
  isAsSent,
  isUntouched,
  NO_TEXT,
  rebase,
  removeText,
  resolve,
  type SavedPrompt,
  showText,
  stateOfDraft,
} from "./editor-state";
import { countGraphemes } from "../../../contract/graphemes";
import { parseDraft } from "./drafts";
import { blankAt, blankName, highlightedParts } from "./highlight";
import { PieceCounter } from "../../forms/piece-counter";

const saved: SavedPrompt = {
  id: "1001",
  updatedAt: "1",
  sourceLocale: "en",
  texts: { en: { ...NO_TEXT, title: "Title", content: "Text" }, de: { ...NO_TEXT, title: "Titel", content: "Wort" } },
  tags: ["write"],
  shared: false,
};
const edited = (() => {
  const state = initialState(saved, "en");
  return { ...state, texts: { ...state.texts, en: { ...NO_TEXT, title: "Mine", content: "Text" } }, shared: true };
})();

test("only what has changed is sent and kept, and space around words is no change", () => {
  expect(draftOf(initialState(saved, "en"))).toBeNull();
  expect(draftOf(initialState(null, "en"))).toBeNull();
  const spaced = {
    ...initialState(saved, "en"),
    texts: { ...saved.texts, en: { ...NO_TEXT, title: "Title ", content: "Text" } },
  };
  expect(changesOf(spaced)).toEqual({ texts: [] });
  expect(changesOf(edited)).toEqual({
    texts: [{ locale: "en", title: "Mine", content: "Text", remark: null, notes: null }],
    shared: true,
  });
  expect(draftOf(edited)).toMatchObject({ texts: { en: { title: "Mine" } }, shared: true, base: "1" });
});

test("a newer version is merged; a part that both have changed is a conflict until one is taken", () => {
  const newer = {
    ...saved,
    updatedAt: "2",
    texts: { ...saved.texts, en: { ...NO_TEXT, title: "Theirs", content: "New" } },
  };
  const merged = rebase(edited, newer);
  expect(merged.texts.en).toMatchObject({ title: "Mine", content: "New" });
  expect(merged.conflicts).toEqual([{ kind: "text", locale: "en", field: "title", mine: "Mine", theirs: "Theirs" }]);
  const [conflict] = merged.conflicts;
  if (!conflict) throw new Error("No conflict");
  const taken = resolve(merged, conflict, "theirs");
  expect([chosenSide(merged, conflict), chosenSide(taken, conflict)]).toEqual(["mine", "theirs"]);
  expect(changesOf(taken)).toEqual({ texts: [], shared: true });
});

test("a removed language is sent and kept, comes back as it was, and is a conflict once its words have changed elsewhere", () => {
  const removed = removeText(initialState(saved, "de"), "de");
  expect([removed.locale, changesOf(removed)]).toEqual(["en", { texts: [], removedLocales: ["de"] }]);
  expect(showText(removed, "de").texts).toEqual(saved.texts);
  const read = parseDraft(draftOf(removed));
  if (!read) throw new Error("No draft");
  expect(stateOfDraft(saved, read, "de")).toEqual(removed);

  const remark = { ...saved, updatedAt: "2", texts: { ...saved.texts, en: { ...NO_TEXT, title: "New" } } };
  expect(rebase(removed, remark)).toMatchObject({ texts: { en: { title: "New" } }, conflicts: [] });
  const newer = {
    ...saved,
    updatedAt: "2",
    texts: { ...saved.texts, de: { ...NO_TEXT, title: "Neu", content: "Wort" } },
  };
  const conflict = { kind: "language", locale: "de", mine: "", theirs: "Wort" } as const;
  for (const merged of [rebase(removed, newer), stateOfDraft(newer, read, "en")]) {
    expect([merged.conflicts, chosenSide(merged, conflict)]).toEqual([[conflict], "mine"]);
    const kept = resolve(merged, conflict, "theirs");
    expect([chosenSide(kept, conflict), changesOf(kept)]).toEqual(["theirs", { texts: [] }]);
    expect(changesOf(resolve(kept, conflict, "mine"))).toEqual({ texts: [], removedLocales: ["de"] });
  }
  // The only text that is left stays.
  const { en: _, ...german } = saved.texts;
  expect(rebase(removed, { ...saved, texts: german }).texts).toEqual(german);
  // Without any words in another language, the words that are missing are asked for.
  const emptied = removeText(removeText(showText(initialState(saved, "en"), "fr"), "en"), "de");
  expect(changesOf(emptied)).toMatchObject({ texts: [{ locale: "fr", title: "" }], removedLocales: ["en", "de"] });
});

test("a new prompt that was sent is kept with its key and all its words, until it is a change of the one that was made", () => {
  const state = {
    ...initialState(null, "en"),
    texts: {
      en: { ...NO_TEXT, title: "Title", content: "Text" },
      fr: { ...NO_TEXT, title: "Titre", content: "Texte" },
    },
    tags: ["write"],
    shared: true,
    idempotencyKey: "key",
  };
  const made: SavedPrompt = { ...saved, texts: { en: state.texts.en }, shared: true };
  // An earlier request has made it in one language, and the answer to the change got lost, too.
  const draft = draftOf({ ...state, saved: made });
  expect(draft).toMatchObject({ texts: state.texts, tags: ["write"], shared: true, base: null, idempotencyKey: "key" });
  const read = parseDraft(draft);
  if (!read) throw new Error("No draft");
  const next = asChangeOf(stateOfDraft(null, read, "en"), made, true);
  expect(changesOf(next)).toEqual({
    texts: [{ locale: "fr", title: "Titre", content: "Texte", remark: null, notes: null }],
  });
  // What somebody has changed since contradicts what is written here.
  const newer = { ...made, texts: { en: { ...state.texts.en, title: "Theirs" } }, tags: [] };
  expect(asChangeOf(state, newer, false).conflicts).toEqual([
    { kind: "text", locale: "en", field: "title", mine: "Title", theirs: "Theirs" },
    { kind: "tags", mine: ["write"], theirs: [] },
  ]);
  expect(asChangeOf(state, newer, true).conflicts).toEqual([]);
});

test("an answer that says something else than what was sent is that of an earlier request", () => {
  const text = { locale: "en", title: "Title", content: "Text", remark: null, notes: null } as const;
  const german = { ...text, locale: "de", title: "Titel", content: "Wort" } as const;
  const change = { texts: [german, text], tags: ["write"] };
  expect(isAsSent(change, saved)).toBe(true);
  for (const other of [
    { ...change, texts: [german, { ...text, title: "Other" }] },
    { ...change, texts: [german, { ...text, remark: "Other" }] },
    { ...change, texts: [german, { ...text, locale: "fr" as const }] },
    { ...change, texts: [text] },
    { ...change, texts: [...change.texts, { ...text, locale: "fr" as const }] },
    { ...change, tags: [] },
    { ...change, shared: true },
  ])
    expect(isAsSent(other, saved)).toBe(false);
  const untouched = { createdAt: "1", updatedAt: "1", shared: false, sharedAt: null };
  expect(isUntouched(untouched)).toBe(true);
  expect(isUntouched({ ...untouched, shared: true, sharedAt: "1" })).toBe(true);
  for (const changed of [{ updatedAt: "2" }, { shared: true, sharedAt: "2" }, { sharedAt: "1" }])
    expect(isUntouched({ ...untouched, ...changed })).toBe(false);
});

test.each(["", null, [], { texts: {} }, { texts: [], locale: "en" }, { texts: {}, locale: "xx" }])(
  "%j in storage is no draft",
  (data) => {
    expect(parseDraft(data)).toBeNull();
  },
);

test("marks blanks and stray braces, but not those that are escaped or in code", () => {
  const marked = (content: string) => highlightedParts(content).map(({ kind, text }) => `${kind}:${text}`);
  expect(marked("a {{b|c}} {{ \\{{d}}`{{e}}`")).toEqual([
    "text:a ",
    "blank:{{b|c}}",
    "text: ",
    "broken:{{",
    "text: ",
    "text:\\{{d}}",
    "text:`",
    "text:{{e}}",
    "text:`",
  ]);
  expect(marked("{{b}} c}}")).toEqual(["blank:{{b}}", "text: c", "broken:}}"]);
});

test("makes a blank of words, also in code", () => {
  const names = [" the | reader\n", "{{a}}", "l’été", "“quoted,” he said!", "{}", "…", "word ".repeat(20)];
  expect(names.map(blankName)).toEqual(["the reader", "a", "l’été", "quoted he said", null, null, null]);
  expect(blankAt("To Ada.", [3, 6], "Ada", "")).toBe("{{Ada}}");
  expect(blankAt("`To Ada`", [4, 7], "Ada", "")).toBe("{{Ada|}}");
  expect(blankAt("`To Ada`", [4, 7], "name", "Ada")).toBe("{{name|:Ada}}");
  expect(blankAt("$5", [1, 2], "price", "")).toBe("{{price|}}");
});

test("counts a text that grows as a person does, wherever it is split", () => {
  const counter = new PieceCounter();
  expect([counter.count("👩‍👩‍👧\nab"), counter.count("👩‍👩‍👧\nabc"), counter.count("")]).toEqual([4, 5, 0]);
  const joined = ["é", "\u0301a", "ำ", "ﾞ", "か\u3099", "नि", "👩‍👩‍👧", "，汉", ". A", "\r\n", "\u0600 a", "각"];
  for (const one of joined) {
    for (const other of joined) {
      const text = `${one} ${other}\n${other}, ${one}${other}`;
      expect([text, counter.count(text)]).toEqual([text, countGraphemes(text)]);
    }
  }
});
