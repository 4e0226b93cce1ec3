import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOf, reparsed } from "../../platform/testing/allowed-html";
import { sample } from "../../platform/testing/deep";
import { XSS_PAYLOADS } from "../../platform/testing/xss-payloads";
import { idsMentioned, joinHtml, renderComment } from "./comment.html";

const MAX_HTML = 20_000;
/** Members' ids are numbers. */
const everybody = (names: readonly string[]) =>
  Promise.resolve(new Map(names.map((name, at) => [name, String(at + 1)] as const)));
const nobody = () => Promise.resolve(new Map<string, string>());
const lengthOf = (pieces: readonly string[]) => pieces.join("").length;
const address = (name: string) => `/en/community-prompts?author=${encodeURIComponent(name)}`;
const escaped = (text: string) => text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");

describe("the HTML of a comment", () => {
  it.each([
    ["a long address that is used often", `[a]: ${"b".repeat(500)}\n\n${"[a] ".repeat(300)}`],
    ["a long title that is used often", `[a]: b '${"c".repeat(500)}'\n\n${"[a] ".repeat(300)}`],
    ["a long address of pictures", `[a]: ${"é".repeat(500)}\n\n${"![a]".repeat(300)}`],
  ])("with %s is the text as it was written", async (_what, body) => {
    const { html, mentioned } = await renderComment(body, nobody);
    expect(html).toEqual([`<p>${body}</p>`]);
    expect(mentioned.size).toBe(0);
  });

  it("is as long as the text needs, up to that limit", async () => {
    const body = `[a]: ${"b".repeat(500)}\n\n${"[a] ".repeat(30)}`;
    const { html } = await renderComment(body, nobody);
    expect(html.join("").match(/<a /g)).toHaveLength(30);
    expect(lengthOf(html)).toBeGreaterThan(15_000);
  });

  it("has a bounded length, whatever the text", async () => {
    const pieces = fc.constantFrom(
      "[a]",
      "![a]",
      "[a]: ",
      "<",
      "&",
      '"',
      "é",
      "\n\n",
      "|",
      "|-|",
      "@a ",
      "a@b.c ",
      "<b title=x>",
      "www.a.b/",
      "https://",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { minLength: 1, maxLength: 5 }),
        fc.array(pieces, { minLength: 1, maxLength: 3 }),
        async (head, tail) => {
          const body = (head.join("").repeat(40) + "\n\n" + tail.join("").repeat(2000)).slice(0, 2000);
          const { html } = await renderComment(body, everybody);
          if (lengthOf(html) > MAX_HTML)
            expect(joinHtml(html, () => undefined, address)).toBe(`<p>${escaped(body)}</p>`);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("links to whoever is mentioned, by the name that they have now, and to nobody who is gone", async () => {
    const { html, mentioned } = await renderComment("**@old** and @gone, @nobody", (names) =>
      Promise.resolve(
        new Map(
          [
            ["old", "7"],
            ["gone", "8"],
          ].filter(([name]) => names.includes(name ?? "")) as [string, string][],
        ),
      ),
    );
    expect(idsMentioned(html)).toEqual(["7", "8"]);
    expect([...mentioned.keys()]).toEqual(["old", "gone"]);
    const nameOf = (id: string) => (id === "7" ? "new & <b>" : undefined);
    expect(joinHtml(html, nameOf, address)).toBe(
      '<p><strong><a href="/en/community-prompts?author=new%20%26%20%3Cb%3E">@new &amp; &lt;b&gt;</a></strong> and @gone, @nobody</p>',
    );
  });

  it.each([
    ["Ask @first.last.", ["first.last"], "."],
    ["Ask @first.last's friend", ["first.last"], "'s friend"],
    ["Ask @first.last", ["first"], ".last"],
    ["Ask @first.Then go on", ["first"], ".Then go on"],
    ["Ask @first. Then go on", ["first"], ". Then go on"],
    ["Ask @first...", ["first"], "..."],
  ])("%s mentions %j of the members", async (body, members, rest) => {
    const { html } = await renderComment(body, (names) =>
      Promise.resolve(new Map(members.filter((name) => names.includes(name)).map((name) => [name, "7"]))),
    );
    const link = `<a href="${address(members[0] ?? "")}">@${members[0] ?? ""}</a>`;
    expect(joinHtml(html, () => members[0], address)).toBe(`<p>Ask ${link}${rest}</p>`);
  });

  it("is whole, and has no more than a member may write, with the most hostile names", async () => {
    const name = `"'><img src=x onerror=alert(1)>`;
    for (const payload of sample(XSS_PAYLOADS, 12)) {
      const { html } = await renderComment(`${payload} @anna\n\n@anna`, everybody);
      const joined = joinHtml(html, () => name, address);
      expect({ payload, faults: faultsOf(joined).filter((fault) => fault !== "a link like the site's own") }).toEqual({
        payload,
        faults: [],
      });
    }
    const { html } = await renderComment("a @anna *b @bo*", everybody);
    const joined = joinHtml(html, () => "Anna", address);
    expect(reparsed(joined, "div")).toBe(joined);
    // Put together without care, it would be seen.
    expect(faultsOf(html.map((piece, at) => (at % 3 === 1 ? name : piece)).join(""))).toContain("<img>");
  });
});
