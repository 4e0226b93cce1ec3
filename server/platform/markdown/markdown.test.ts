import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./markdown";
import { UserMarkdown } from "./user-markdown";

const visitor = (source: string) => new UserMarkdown(source).toPieces(() => undefined).join("");
const own = (source: string) => renderMarkdown(source, { idPrefix: "doc-" });

describe("Markdown", () => {
  it.each([
    ["paragraphs and emphasis", "a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>"],
    ["strikethrough", "~~gone~~", "<p><del>gone</del></p>"],
    ["addresses without brackets", "see https://a.example/x", '<p>see <a href="https://a.example/x">'],
    ["tables", "| a | b |\n|:-:|---|\n| 1 | 2 |", '<th align="center">a</th>'],
    ["task lists", "- [x] done\n- [ ] open", '<input type="checkbox" checked disabled> done'],
    ["the language of code", "```ts\nlet a;\n```", '<code class="language-ts">let a;'],
    ["HTML as GitHub has it", "press <kbd>Ctrl</kbd>", "<p>press <kbd>Ctrl</kbd></p>"],
    ["HTML around Markdown", "<details><summary>s</summary>\n\n*b*\n\n</details>", "<p><em>b</em></p>\n</details>"],
    ["other scripts", "**مرحبا** 你好 নমস্কার", "<p><strong>مرحبا</strong> 你好 নমস্কার</p>"],
  ])("has %s", (_what, source, html) => {
    expect(own(source).html).toContain(html);
    expect(visitor(source)).not.toBe("");
  });

  it("has no footnotes, because their numbers would collide between texts", () => {
    expect(own("a[^1]\n\n[^1]: b").html).not.toMatch(/footnote|<sup|fn-1/);
  });

  it("supports any reasonable nesting", () => {
    expect(own("> - 1. > a").html).toMatch(/<blockquote>\s*<ul>\s*<li>\s*<ol>\s*<li>\s*<blockquote>/);
    expect(own("> ".repeat(500)).html.match(/<blockquote>/g)).toHaveLength(24);
    expect(own("-".repeat(100)).html).toBe("<hr>");
  });

  it("renders an empty text as empty", () => {
    expect(own("")).toEqual({ html: "", headings: [] });
  });
});

describe("a heading", () => {
  it("has an id that is derived from its text and unique on the page", () => {
    const { html, headings } = own("# What we *store*\n\n## 你好 世界\n\n## What we store\n\n<h3>Raw &amp; ready</h3>");
    expect(headings).toEqual([
      { id: "doc-what-we-store", level: 1, text: "What we store" },
      { id: "doc-你好-世界", level: 2, text: "你好 世界" },
      { id: "doc-what-we-store-1", level: 2, text: "What we store" },
      { id: "doc-raw--ready", level: 3, text: "Raw & ready" },
    ]);
    expect(html).toContain('<h1 id="doc-what-we-store">What we <em>store</em></h1>');
  });

  it("keeps the author's id, and never duplicates one", () => {
    const { headings } = own('<h2 id="mine">Title</h2>\n\n<p id="twice"></p>\n\n## Twice\n\n## !');
    expect(headings.map(({ id }) => id)).toEqual(["doc-mine", "doc-twice-1", "doc-"]);
  });
});

describe("a link", () => {
  it("in user content is marked nofollow, unlike one in our own", () => {
    const source = "[a](https://a.example) https://b.example <a href='/c' rel='me' target='_top'>c</a>";
    expect(visitor(source).match(/ rel="nofollow ugc noopener"/g)).toHaveLength(3);
    expect(visitor(source)).not.toMatch(/target|rel="me"/);
    expect(own(source).html).not.toContain("rel=");
  });

  it("gets the target that resolveLink returns", () => {
    const options = { idPrefix: "", resolveLink: (href: string) => `/x/${href}` };
    expect(renderMarkdown("[a](b) [c](javascript:d)", options).html).toBe('<p><a href="/x/b">a</a> <a>c</a></p>');
  });

  it.each(["https://a.example", "mailto:a@b.example", "/a", "a/b?c:d#e", "#a", "//a.example"])(
    "to %s is kept",
    (href) => {
      expect(visitor(`[a](${href})`)).toContain(`href="${href}"`);
    },
  );
});
