import { expect, test } from "vitest";
import { costlyMarkdown, longCharacters } from "../testing/markdown-cases";
import { UserMarkdown } from "./user-markdown";

/** The maximum length of a comment in characters and in code units, and of its HTML. */
const LENGTH = 2000;
const CODE_UNITS = 6000;
const MAX_HTML = 20_000;

/** `npm run bench -- guard` measures how the time for them grows. */
test.each([...costlyMarkdown(LENGTH), ...longCharacters(CODE_UNITS)])(
  "no comment has more than 20,000 characters of HTML: %s",
  (_name, source) => {
    const html = new UserMarkdown(source, MAX_HTML).toPieces(() => undefined).join("");
    expect(html.length).toBeLessThanOrEqual(MAX_HTML);
  },
);
