import { expect, test } from "vitest";
import {
  changesOf,
  chosenSide,
  draftOf,
  initialState,
  NO_TEXT,
  rebase,
  resolve,
  type SavedPrompt,
} from "./editor-state";
import { countGraphemes } from "../../../contract/graphemes";
import { parseDraft } from "./drafts";
import { blankFor, highlightedParts } from "./highlight";
import { PieceCounter } from "../../forms/piece-counter";

const saved: SavedPrompt = {
  id: "1001",
  updatedAt: "1",
  sourceLocale: "en",
  languages: ["en", "de"],
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
  expect(changesOf(spaced)).toEqual([]);
  expect(changesOf(edited)).toEqual([
    { locale: "en", text: { title: "Mine", content: "Text", remark: null, notes: null }, shared: true },
  ]);
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
  expect(changesOf(taken)).toEqual([{ locale: null, text: null, shared: true }]);
});

test.each(["", "{", "null", "[]", '{"version":2,"texts":{}}', '{"version":1,"texts":[],"locale":"en"}'])(
  "%j in storage is no draft",
  (json) => {
    expect(parseDraft(json)).toBeNull();
  },
);

test("marks blanks and stray braces, and makes a blank of words", () => {
  expect(highlightedParts("a {{b|c}} {{ \\{{d").map(({ kind, text }) => `${kind}:${text}`)).toEqual([
    "text:a ",
    "blank:{{b|c}}",
    "text: ",
    "broken:{{",
    "text: ",
    "text:\\{{",
    "text:d",
  ]);
  expect([blankFor(" the | reader\n"), blankFor("{}")]).toEqual(["{{the reader}}", null]);
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
