import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { faultsOf, reparsed } from "../testing/allowed-html";
import { sample } from "../testing/deep";
import { XSS_PAYLOADS } from "../testing/xss-payloads";
import { UserMarkdown } from "./user-markdown";

const namesIn = (source: string) => new UserMarkdown(source).names;
const everybody = (name: string) => `id-${name}`;

/** Puts the pieces together: `mention` says what stands for somebody. */
function join(pieces: readonly string[], mention: (id: string, name: string) => string): string {
  return pieces
    .map((piece, at) => {
      if (at % 3 === 0) return piece;
      return at % 3 === 1 ? mention(piece, pieces[at + 1] ?? "") : "";
    })
    .join("");
}

describe("a mention", () => {
  it.each([
    ["at the beginning, the end and between", "@a @b\n@c", ["a", "b", "c"]],
    ["in punctuation", "(@a), “@b”: @c. @d! '@e'", ["a", "b", "c", "d", "e"]],
    ["once for each spelling", "@a @A @a", ["a", "A"]],
    ["in headings, quotes, lists and tables", "# @a\n> @b\n\n- @c\n\n|@d|\n|-|\n|@e|", ["a", "b", "c", "d", "e"]],
    ["in underlined headings and tasks", "@a\n===\n- [x] @b", ["a", "b"]],
    ["within formatting", "*@a* **@b** ~~@c~~ <kbd>x</kbd><q>@d</q> <details>@e</details>", ["a", "b", "c", "d", "e"]],
    ["as far as formatting does not end it", "@a*b* **@c**d _@e_", ["a", "c", "e"]],
    ["which underscores belong to, unless they are emphasis", "@a_b_ @_c @\\_d\\_ @_e_", ["a_b_", "_c", "_d_"]],
    ["of other scripts", "@আনিকা @أحمد @名前 @Мария @Ünï", ["আনিকা", "أحمد", "名前", "Мария", "Ünï"]],
    ["after words of right-to-left scripts", "مرحبا @أحمد، كيف", ["أحمد"]],
    ["within marks of direction", "\u2067@a\u2069 \u202e@b", ["a", "b"]],
    ["of letters of two units", "@𝒜𝒷", ["𝒜𝒷"]],
    ["written as an entity", "&#64;a &commat;b", ["a", "b"]],
    ["behind a backslash, which is Markdown's", "\\@a", ["a"]],
    ["around what is taken out", "@a<!-- x -->b <x-y>@c</x-y>", ["ab", "c"]],
    ["of 64 characters", `@${"a".repeat(70)}`, ["a".repeat(64)]],
    ["of everybody's prototype", "@\\__proto\\_\\_ @constructor", ["__proto__", "constructor"]],
  ])("is found %s", (_where, source, names) => {
    expect(namesIn(source)).toEqual(names);
  });

  it.each([
    ["code", "`@a` ``@b``\n\n    @c\n\n```\n@d\n```\n<code>@e</code> <pre>@f</pre> <tt>@g</tt> <samp>@h</samp>"],
    ["links and pictures", "[@a](b) ![@c](d) <a href=e>*@f*</a> [@g]\n\n[@g]: h"],
    ["addresses", "a@b.example <c@d.example> https://a.example/@b www.a.example/@c mailto:a@b.example"],
    ["attributes", "[x](@b '@c') <q title='@a'>x</q>\n\n[d]: @e '@f'"],
    ["languages of code", "```@a\n```"],
    ["words", "a@b é@c 5@d _@ @ @@e ＠f @-"],
    ["comments", "<!-- @a --> <?@b?>"],
  ])("is not found in %s", (_where, source) => {
    expect(namesIn(source).filter((name) => name !== "-")).toEqual([]);
  });

  it("divides the HTML, whoever it is", () => {
    const pieces = new UserMarkdown('*@a* <q title="@b">@b</q> @c').toPieces((name) =>
      name === "c" ? undefined : name,
    );
    expect(pieces).toEqual(["<p><em>", "a", "a", '</em> <q title="@b">', "b", "b", "</q> @c</p>"]);
  });

  it("of 21 members divides it 21 times", () => {
    const names = Array.from({ length: 21 }, (_, at) => `n${String(at)}`);
    const markdown = new UserMarkdown(names.map((name) => `@${name}`).join(" "));
    expect(markdown.names).toEqual(names);
    expect(markdown.toPieces(everybody)).toHaveLength(64);
  });
});

const fragments = fc.constantFrom(
  ..."@anna @bo @ anna **@ @** [@anna](x) `@anna` <b> </b> <q title='@anna'> </q> <p> <a> </a> <pre> </pre> | |-| - > # _ ~~ @أحمد \u202e & &#64; &lt; < a@b.c <table> <td> <svg> <!-- --> <br>".split(
    " ",
  ),
  " ",
  "\n",
  "\n\n",
);
const texts = fc.array(fragments, { maxLength: 20 }).map((parts) => parts.join(""));

describe("pieces", () => {
  function expectWhole(source: string): void {
    const markdown = new UserMarkdown(source);
    const pieces = markdown.toPieces(everybody);
    expect(pieces.length % 3).toBe(1);
    for (let at = 1; at < pieces.length; at += 3) {
      expect(markdown.names).toContain(pieces[at + 1]);
      expect(pieces[at]).toBe(everybody(pieces[at + 1] ?? ""));
    }
    // As if nobody had been mentioned.
    expect(join(pieces, (_, name) => `@${name}`)).toBe(markdown.toPieces(() => undefined).join(""));
    const linked = join(pieces, (_, name) => `<a href="/u" rel="nofollow ugc noopener">@${name}</a>`);
    expect({ source, html: reparsed(linked, "div") }).toEqual({ source, html: linked });
    expect(faultsOf(linked)).toEqual([]);
  }

  it("alternate between HTML, an id and a name, and make whole HTML", () => {
    fc.assert(fc.property(texts, expectWhole), { numRuns: 500 });
  });

  it("do so in hostile texts", () => {
    const withNames = XSS_PAYLOADS.filter((text) => text.includes("@"));
    for (const payload of sample(withNames, 12)) expectWhole(payload);
  });

  test("that are a link in a link would be found", () => {
    expect(reparsed('<a href="b"><a href="c">d</a></a>', "div")).not.toBe('<a href="b"><a href="c">d</a></a>');
  });
});
