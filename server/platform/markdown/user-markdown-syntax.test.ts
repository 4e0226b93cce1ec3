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
