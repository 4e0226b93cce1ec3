import { describe, expect, test } from "vitest";
import { markdownTarget } from "./markdown-pages";

const targetFor = (accept: string | undefined, target = "/x/en/prompt/12") => markdownTarget(target, { accept }, "/x");

describe("at the address of a prompt's page", () => {
  test.each([
    "text/markdown",
    "text/markdown, text/html, */*",
    "text/html;q=0.9, text/markdown;q=0.9",
    "TEXT/Markdown;charset=utf-8",
    "text/markdown;q=0.1, */*",
  ])("Accept: %s gets Markdown", (accept) => {
    expect(targetFor(accept)).toBe("/x/en/prompt/12.md");
  });

  test.each([
    undefined,
    "*/*",
    "text/*",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html, text/markdown;q=0.9",
    "text/markdown;q=0",
    "text/markdown;q=x",
    "application/text/markdown2",
    `text/markdown,${"a/b,".repeat(200)}`,
  ])("Accept: %s gets the page", (accept) => {
    expect(targetFor(accept)).toBe("/x/en/prompt/12");
  });

  test("values for blanks are kept, and other addresses left alone", () => {
    expect(targetFor("text/markdown", "/x/prompt/7?topic=a%20b")).toBe("/x/prompt/7.md?topic=a%20b");
    for (const target of ["/x/en/", "/en/prompt/12", "/x/en/prompt/12.txt", "/x/en/docs/prompt/12", "/x/graphql"])
      expect(targetFor("text/markdown", target)).toBe(target);
  });
});
