import { describe, expect, it, test } from "vitest";
import { type DocMarkdownOptions, pathOfFile, placeAddresses, renderDoc } from "./doc-markdown";

const PICTURE = { dark: "/docs-images/en/a-dark.webp", light: "/docs-images/en/a-light.webp", width: 680, height: 400 };

function render(source: string, options: Partial<DocMarkdownOptions> = {}) {
  return renderDoc(source, { file: "guides/interface.md", root: "/docs", picture: () => PICTURE, ...options });
}

const ADDRESSES = { site: "https://site.example/x", base: "/x", pages: "/x/de" };
const placed = (source: string, options: Partial<DocMarkdownOptions> = {}) =>
  placeAddresses(render(source, options).html, ADDRESSES);

describe("a text of the docs", () => {
  it("has headings with ids, which lead to themselves", () => {
    const { html, headings } = render("## Find *a* prompt\n\n### Find a prompt\n\n## 你好 世界");
    expect(headings).toEqual([
      { id: "find-a-prompt", level: 2, text: "Find a prompt" },
      { id: "find-a-prompt-1", level: 3, text: "Find a prompt" },
      { id: "你好-世界", level: 2, text: "你好 世界" },
    ]);
    expect(html).toContain('<h2 id="find-a-prompt"><a href="#find-a-prompt">Find <em>a</em> prompt</a></h2>');
  });

  it("has the ids of the English text in every language", () => {
    const { headings } = render("## Suchen\n\n## Kopieren", { headingIds: ["search", "copy"] });
    expect(headings.map(({ id }) => id)).toEqual(["search", "copy"]);
  });

  it("is divided into sections for the search, without code", () => {
    const { sections } = render("Before.\n\n## One\n\n| a | b |\n|-|-|\n| c | d |\n\n```js\nlet x;\n```\n\n## Two");
    expect(sections.map(({ heading, text }) => [heading?.text ?? null, text])).toEqual([
      [null, "Before."],
      ["One", "a, b; c, d;"],
      ["Two", ""],
    ]);
  });

  it.each([
    ["faq.md", "/x/de/docs/guides/faq"],
    ["faq.md#costs", "/x/de/docs/guides/faq#costs"],
    ["../deploy.md", "/x/de/docs/deploy"],
    ["../index.md", "/x/de/docs/"],
    ["/user/", "/x/de/user/"],
    ["#here", "#here"],
    ["https://other.example/a.md", "https://other.example/a.md"],
    ["https://polyprompt.example/graphql", "https://site.example/x/graphql"],
  ])("links to %s", (href, address) => {
    const mark = address.startsWith("/") ? ' data-page=""' : "";
    expect(placed(`[a](${href})`)).toBe(`<p><a href="${address}"${mark}>a</a></p>`);
  });

  it("of an older version links within that version", () => {
    expect(placed("[a](faq.md)", { root: "/docs/0.1" })).toContain('href="/x/de/docs/0.1/guides/faq"');
  });

  it("has asides with a title, and keys", () => {
    expect(render(":::tip[Try *it*]\nPress :kbd[Enter].\n:::").html.replaceAll("\n", "")).toBe(
      '<div class="aside tip" role="note"><p class="aside-title">Try <em>it</em></p><p>Press <kbd>Enter</kbd>.</p></div>',
    );
  });

  it("has code with a title, whose parts are named by their meaning and whose words are escaped", () => {
    const { html } = render('```js title="a.mjs" run\nconst a = "<b>"; // note\n```');
    expect(html).toContain("<figcaption>a.mjs<span data-copy");
    expect(html).toContain('<span class="key">const</span>');
    expect(html).toContain('<span class="text">"&#x3C;b>"</span>');
    expect(html).toContain('<span class="note">// note</span>');
    expect(html).toContain('<pre tabindex="0" dir="ltr"');
  });

  test.each(["csv", "graphql", "ini", "js", "json", "markdown", "nginx", "python", "sh", "text", "yaml"])(
    "knows the language %s",
    (language) => {
      expect(render(`\`\`\`${language}\na = 1\n\`\`\``).html).toContain("<figure");
    },
  );

  it("shows a picture in both colour modes", () => {
    const html = placed("![What is seen](pictures/a.webp)");
    expect(html).toContain(
      '<figure class="picture"><img class="dark" src="/x/docs-images/en/a-dark.webp" alt="What is seen" width="680" height="400" loading="lazy">',
    );
    expect(html).toContain('<img class="light" src="/x/docs-images/en/a-light.webp"');
  });

  it("has tables that can be scrolled by keyboard and are named by their heading", () => {
    expect(render("## Limits\n\n| a |\n|-|\n| b |").html).toContain(
      '<div class="table" tabindex="0" role="group" aria-labelledby="limits"><table>',
    );
  });

  it.each([
    ["HTML", "a <b>c</b>"],
    ["an HTML comment", "<!-- a -->"],
    ["a heading of level 1", "# Title"],
    ["a heading of level 4", "#### Deep"],
    ["code without a language", "```\na\n```"],
    ["an unknown language", "```cobol\na\n```"],
    ["an unknown directive", "see host:port"],
    ["an aside of an unknown kind", ":::danger[A]\nb\n:::"],
    ["an aside without a title", ":::note\na\n:::"],
    ["a footnote", "a[^1]\n\n[^1]: b"],
    ["a picture between words", "a ![b](pictures/a.webp)"],
  ])("must not have %s", (_what, source) => {
    expect(() => render(source)).toThrow();
  });
});

test.each([
  ["index.md", ""],
  ["deploy.md", "deploy"],
  ["guides/faq.md", "guides/faq"],
  ["extension/index.md", "extension/"],
])("the file %s is at the address %j", (file, path) => {
  expect(pathOfFile(file)).toBe(path);
});
