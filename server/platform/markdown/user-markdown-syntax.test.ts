import { describe, expect, it } from "vitest";
import { MARKDOWN_CASES } from "../testing/markdown-cases";
import { UserMarkdown } from "./user-markdown";

const BLOCK = /\n*(<\/?(?:p|ul|ol|li|blockquote|h\d|hr|pre|table|thead|tbody|tr|td|th|details|div)\b[^>]*>)\n*/g;

/** Without the line breaks between blocks. */
const render = (source: string) =>
  new UserMarkdown(source)
    .toPieces(() => undefined)
    .join("")
    .replace(BLOCK, "$1");

describe("a member's Markdown", () => {
  for (const [section, cases] of Object.entries(MARKDOWN_CASES))
    describe(section, () => {
      it.each(cases)("%j", (source, html) => {
        expect(render(source)).toBe(html);
      });
    });

  it("is compared in at least 120 cases, and differences are found", () => {
    expect(Object.values(MARKDOWN_CASES).flat().length).toBeGreaterThan(180);
    expect(render("*a*")).not.toBe("<p><strong>a</strong></p>");
    expect(render("    a")).not.toBe(render("a"));
  });
});

describe("a link", () => {
  it("is marked as not ours, whatever it says itself", () => {
    const html = render("[a](https://a.example) https://b.example <a href='/c' rel='me' target='_top'>c</a>");
    expect(html.match(/ rel="nofollow ugc noopener"/g)).toHaveLength(3);
    expect(html).not.toMatch(/target|rel="me"/);
  });

  it.each(["https://a.example", "mailto:a@b.example", "/a", "a/b?c:d#e", "#a", "//a.example"])(
    "to %s is kept",
    (href) => {
      expect(render(`[a](${href})`)).toContain(`href="${href}"`);
    },
  );
});
