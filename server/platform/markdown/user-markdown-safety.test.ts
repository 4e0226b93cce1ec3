import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { faultsOf, reparsed } from "../testing/allowed-html";
import { XSS_FAMILIES, XSS_PAYLOADS } from "../testing/xss-payloads";
import { UserMarkdown } from "./user-markdown";

const render = (source: string) => new UserMarkdown(source).toPieces(() => undefined).join("");

/** What texts are made of that could break something. */
const PIECES = [
  ..."< > </ \" ' ` ``` \n \n\n !-- -- [ ]( ) | |-| # * ** _ ~~ & &# &lt; ; : \\ @ a \t".split(" "),
  " ",
  "\n",
  "\n\n",
  "    ",
  "- ",
  "1. ",
  "> ",
  "[ ] ",
  "[a]",
  "[a]: b\n",
  "www.a.b",
  "https://a",
  "javascript:",
  "@anna",
  "\0",
  "\u{10fffe}",
  "&#13;",
];
const TAGS =
  "a b i em s tt code font nobr p div span h1 h2 pre ul ol li dl dd dt table caption colgroup col tbody tr td th details summary ruby rt rp rtc q blockquote ins del svg math mi mtext annotation-xml foreignObject title desc style script template noscript textarea select option button form object iframe xmp plaintext frameset body html head hr br img input image x-a".split(
    " ",
  );
const tag = fc
  .tuple(
    fc.constantFrom("<", "<", "</"),
    fc.constantFrom(...TAGS),
    fc.constantFrom("", "", " title=x", " onclick=a id=b", " href=c", " href=javascript:d src=e", "\n", "/"),
    fc.constantFrom(">", ">", ">", ">\n", ">\n\n", ""),
  )
  .map((parts) => parts.join(""));
const texts = fc
  .array(fc.oneof(tag, tag, fc.constantFrom(...PIECES)), { maxLength: 16 })
  .map((parts) => parts.join(""));
const RUNS = { numRuns: 300 };

describe("of what a member has written, nothing survives that could run, load or disguise itself", () => {
  it.each(Object.entries(XSS_FAMILIES))("%s", (_family, payloads) => {
    for (const [at, payload] of payloads.entries()) {
      const lines = payload.split("\n");
      const within = [
        `> ${lines.join("\n> ")}`,
        `- ${lines.join("\n  ")}`,
        `# a ${payload} *b*`,
        `|a|\n|-|\n|${payload}|`,
        `<div title="${payload}">\n\n*${payload}*`,
      ];
      for (const source of [payload, ...(at % 3 === 0 ? [within.join("\n\n")] : [])]) {
        const html = render(source);
        expect({ source, html, faults: faultsOf(html) }).toEqual({ source, html, faults: [] });
      }
    }
  });

  it("in at least 300 ways", () => {
    expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length);
    expect(XSS_PAYLOADS.length).toBeGreaterThan(600);
  });

  it("in any combination of fragments, and when HTML is what they have written", () => {
    fc.assert(
      fc.property(texts, (source) => {
        const html = render(source);
        expect(faultsOf(html)).toEqual([]);
        expect(faultsOf(render(html))).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each([
    ["<script>a</script>", "<script>"],
    ["<p>a<img src=x></p>", "<img>"],
    ["<p>a<input disabled type=checkbox></p>", "<input>"],
    ["<h1>a</h1>", "<h1>"],
    ["<svg><a></a></svg>", "<svg>"],
    ["<form></form>", "<form>"],
    ['<p id="a">', "<p id>"],
    ['<a name="a">', "<a name>"],
    ['<p style="a">', "<p style>"],
    ['<p class="language-a">', "<p className>"],
    ['<code class="language-a b">', "class language-a,b"],
    ['<code class="">', "class "],
    ['<p onclick="a">', "<p onClick>"],
    ['<a href="javascript:a" rel="nofollow ugc noopener">', "href=javascript:a"],
    ['<a href="java&#10;script:a" rel="nofollow ugc noopener">', "href=java\nscript:a"],
    ['<a href="&#1;data:a" rel="nofollow ugc noopener">', "href=\u0001data:a"],
    ['<q cite="mailto:a">', "cite=mailto:a"],
    ['<a href="/b">', "a link like the site's own"],
    ["</article>a", "ends its surroundings"],
    ["<!-- a -->", "comment"],
  ])("%s would be found", (html, fault) => {
    expect(faultsOf(html)).toContain(fault);
  });
});

describe("a browser makes of the HTML what was meant", () => {
  const SURROUNDINGS = [
    ["ul", "li", "div"],
    ["dl", "dd", "div"],
  ];

  function expectStable(source: string): void {
    const html = render(source);
    for (const around of SURROUNDINGS)
      expect({ source, around, html: reparsed(html, ...around) }).toEqual({ source, around, html });
  }

  it("of each hostile text", () => {
    for (const payload of XSS_PAYLOADS) expectStable(payload);
  });

  it("of any text: every element is closed, within its surroundings", () => {
    fc.assert(fc.property(texts, expectStable), RUNS);
  });

  it.each([
    ["in a paragraph, what cannot be in one", "<button><p>a", "<p></p><p>a</p>"],
    ["a link within a link", "<a href=b><svg>www.a.b", '<p><a href="b" rel="nofollow ugc noopener">www.a.b</a></p>'],
    ["a table without cells", "<table><caption><b>a", "<b>a</b><table></table>"],
    ["the first line breaks of preformatted text", "<pre>\n\n\n a\n\nb</pre>", "<pre> a\n\nb</pre>"],
    ["a carriage return", "a&#13;b", "<p>a\nb</p>"],
    ["an item without a list", "<li>a</li><dd>b</dd>", "ab"],
    ["formatting that is not closed", "<b>a\n\nb</b> <i>c", "<p><b>a</b></p>\n<p>b <i>c</i></p>"],
    ["a name of formatting that stands in a title", "<q title='<b>'>a</q>", '<p><q title="<b>">a</q></p>'],
    ["a word about scripts", "use the <script> tag\n\nthen", "<p>use the  tag</p>\n<p>then</p>"],
  ])("%s", (_what, source, html) => {
    expect(render(source)).toBe(html);
    expectStable(source);
  });

  test.each(["<p><p></p></p>", "<a><b><a></a></b></a>", "<li>a</li>", "<pre>\na</pre>", "<b>", "a\rb", "</div>a"])(
    "%s would be found",
    (html) => {
      expect(SURROUNDINGS.map((around) => reparsed(html, ...around))).not.toEqual(SURROUNDINGS.map(() => html));
    },
  );
});

describe("what a browser takes long to lay out", () => {
  it("has no cells that span others", () => {
    const html = render("<table><tr><td rowspan=99 colspan=998>a<th rowspan=2 colspan=2>b</table>");
    expect(html).toBe("<table><tbody><tr><td>a</td><th>b</th></tr></tbody></table>");
  });

  it.each(["<q>", "<ruby>a<rt>", "<table><tr><td>", "<details><div>", "<ul><li>", "<b title=a>", "<div><q>"])(
    "is nested to a limit: %s",
    (piece) => {
      const html = render(`${piece.repeat(150)}words`);
      let [depth, deepest] = [0, 0];
      for (const [tag] of html.matchAll(/<\/?[a-z][^>]*>/g)) {
        depth += tag.startsWith("</") ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      expect([depth, deepest <= 66, html.includes("words")]).toEqual([0, true, true]);
      expect(faultsOf(html)).toEqual([]);
    },
  );

  it("but as deep as Markdown is", () => {
    const html = render(`${"> ".repeat(24)}words`);
    expect(html.match(/<blockquote>/g)).toHaveLength(24);
    expect(render(`${"- ".repeat(24)}words`).match(/<ul>/g)).toHaveLength(24);
  });
});
