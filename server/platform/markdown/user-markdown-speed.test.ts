import { beforeAll, describe, expect, test } from "vitest";
import { threadTime } from "../testing/thread-time";
import { UserMarkdown } from "./user-markdown";

/** The maximum length of a comment in characters and in code units, and of its HTML. */
const LENGTH = 2000;
const CODE_UNITS = 6000;
const MAX_HTML = 20_000;
const LIMIT_MS = 50;

/** Repeats it; `$` is a number, each time another one. */
function fill(piece: string, length = LENGTH): string {
  let text = "";
  for (let count = 0; text.length < length; count += 1) text += piece.replaceAll("$", count.toString(36));
  return text.slice(0, length);
}

const USUAL = fill("A *word*, a [link](https://a.example) and `code`.\n\n- one\n- <b>two</b>\n\n");

/** The first texts would take several times as long as all later ones. */
beforeAll(() => {
  for (let times = 0; times < 20; times += 1) new UserMarkdown(USUAL);
});

const renderFourUsual = () => Array.from({ length: 4 }, () => new UserMarkdown(USUAL));

/** Whether it takes 50 ms at most; on a slow machine, as long as four ordinary texts: one alone is within a few ticks of the clock. */
async function isQuick(work: () => unknown, tries = 20): Promise<boolean> {
  const timeOf = (what: () => unknown) => threadTime(() => Promise.resolve(what()));
  let least = await timeOf(work);
  let usual = Infinity;
  const limit = () => (usual === Infinity ? LIMIT_MS : Math.max(LIMIT_MS, usual));
  for (let left = tries; left > 0 && least >= limit(); left -= 1) {
    usual = Math.min(usual, await timeOf(renderFourUsual));
    least = Math.min(least, await timeOf(work));
  }
  return least < limit();
}

async function expectQuick(source: string): Promise<void> {
  let html = "";
  expect(await isQuick(() => (html = new UserMarkdown(source, MAX_HTML).toPieces(() => undefined).join("")))).toBe(
    true,
  );
  expect(html.length).toBeLessThanOrEqual(MAX_HTML);
}

describe("2000 characters are rendered in 50 ms", () => {
  test.each([
    ..."*a |**a _b |[|![|[a](|[a](<|![[]()|]|> |- |1. |`|`a``|~a~~|<b>|<p><b>|<b><i a>|<table>|<div\n|<a href=|<!-|&#x|a@|www.|https://".split(
      "|",
    ),
    ..."|-~|a|\n|-|\n~[a]: b\n~[^1]~\\~a\n=\n~- a\n  ~\t~<b><p>~<a><table><td>~<font color=a><p>".split("~"),
    // The slowest that searches have found.
    "www.__",
    "<b title=$>",
    "<i>a<ul>",
    "<i><?",
    "``\n",
    "<a@b.c",
    "[a]: b\na@b.c",
    '</li><pre>\n\n"',
  ])("of %j", async (piece) => {
    await expectQuick(fill(piece));
  });

  test.each([
    ["quotes of emphasis", "_*".repeat(LENGTH / 4) + "*_".repeat(LENGTH / 4)],
    ["blocks", fill("<div>")],
    ["lists", fill("<ul><li>")],
    ["pictures in links", "[![".repeat(LENGTH / 8) + "](a)".repeat(LENGTH / 8)],
    [
      "items",
      Array.from({ length: 60 }, (_, depth) => `${" ".repeat(depth)}- a`)
        .join("\n")
        .slice(0, LENGTH),
    ],
    ["formatting that is not closed, and paragraphs", fill("<b title=$>", 900) + fill("a<p>", 1100)],
    ["the same in a button", fill("<b title=$>", 900) + "<button>" + fill("a<p>", 1092)],
    ["the same in vector graphics", fill("<b title=$>", 900) + "<svg><desc>" + fill("a<p>", 1089)],
    ["formatting of all kinds, and paragraphs", fill("<b><i><s><tt><em><code><strong>", 600) + fill("a<p>", 1400)],
    ["formatting in cells, and paragraphs", fill("<b $><table><td></b></table>", 900) + fill("a<p>", 1100)],
    ["a long address that is used often", `[a]: <${"é".repeat(900)}>\n\n${fill("[a] ", 1090)}`],
    ["a long title that is used often", `[a]: b '${'"'.repeat(900)}'\n\n${fill("![a]", 1090)}`],
    ["addresses in one word", fill("http://_", 1000) + fill("a@_", 1000)],
  ])("of %s", async (_what, source) => {
    await expectQuick(source);
  });

  // One character may be many code units.
  const FAMILY = "👩\u200d👩";
  const LONG = `${`${FAMILY}${"\u0345".repeat(29)}`.repeat(60)} `.repeat(3);
  test("of brackets around far more, as the time went by the square", async () => {
    const source = "[".repeat(960) + LONG.repeat(3).slice(0, 14_000) + "]".repeat(960);
    expect(await isQuick(() => new UserMarkdown(source, MAX_HTML), 5)).toBe(true);
  });

  test.each([
    ["brackets around long characters", "[".repeat(960) + LONG.slice(0, 4000) + "]".repeat(960)],
    ["brackets around a line of them", "[".repeat(500) + `${LONG.slice(0, 2000)}\n` + "]".repeat(1400)],
    ["lists", fill(`- ${FAMILY}\u0345\n`, CODE_UNITS)],
    ["tables", "a|b\n-|-\n" + fill(`${FAMILY}\u0345|y\n`, CODE_UNITS)],
    ["pictures", fill(`![${FAMILY}\u0345](b)`, CODE_UNITS)],
  ])("of many code units: %s", async (_what, source) => {
    await expectQuick(source.slice(0, CODE_UNITS));
  });

  test("and a slower renderer would be found", async () => {
    const slow = () => Array.from({ length: 18 }, () => new UserMarkdown(USUAL));
    expect(await isQuick(slow, 1)).toBe(false);
  });
});
