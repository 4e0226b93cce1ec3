import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { bytesReceived } from "../../platform/testing/bytes-received";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

/** In code units: the longest that a text may be. */
const LONG = 160_000;
const VERSIONS = 100;

let site: TestApp;
let author: TestBrowser;
/** Long texts, each different. */
let ids: string[];
/** In every language, with a hundred versions of the same texts. */
let versioned: string;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Longwriter");
  const [user] = await site.dataSource.query<{ id: string }[]>(
    "select id from user_account where username = 'Longwriter'",
  );
  const authorId = user?.id ?? "";
  const text = (locale: Locale) => ({ locale, title: "Long", content: "Short" });
  const numbers = await insertPrompts(site.dataSource, [
    { authorId, texts: LOCALE_CODES.map(text) },
    ...Array.from({ length: 40 }, () => ({ authorId, texts: [text("en")] })),
  ]);
  [versioned = "", ...ids] = numbers.map(String);
  await site.dataSource.query(
    `update prompt_text set content = prompt_id || repeat('я', ${String(LONG)}) where prompt_id = any($1::int[])`,
    [numbers],
  );
  await site.dataSource.query(
    `insert into prompt_revision (prompt_id, number, source_locale, languages, tag_ids, created_at)
     select $1, number, 'en', $2, '{}', now() from generate_series(1, ${String(VERSIONS)}) number`,
    [numbers[0], LOCALE_CODES],
  );
});
afterAll(async () => {
  await site.close();
});

const aliased = (count: number, field: (at: number) => string) => Array.from({ length: count }, (_, at) => field(at));

describe("what is not selected is not read:", () => {
  test("the titles of all texts of a hundred versions", async () => {
    const texts = LOCALE_CODES.map((locale) => `${locale}: text(locale: ${locale.toUpperCase()}) { title remark }`);
    const titles = `{ prompt(id: "${versioned}") { history(first: 100) { nodes { ${texts.join(" ")} } } } }`;
    const received = await bytesReceived(async () => {
      const { prompt } = await author.query<{ prompt: { history: { nodes: unknown[] } } }>(titles);
      expect(prompt.history.nodes).toHaveLength(VERSIONS);
    });
    // 416 MB when it was read with them.
    expect(received).toBeLessThan(500_000);
  });

  test("pages of a member's prompts, however many", async () => {
    const pages = aliased(
      15,
      (at) => `p${String(at)}: prompts(locale: EN, first: 100) { nodes { id text(locale: EN) { title } } }`,
    );
    expect(await bytesReceived(() => author.query(`{ viewer { ${pages.join(" ")} } }`))).toBeLessThan(1_000_000);
  });

  test.each([
    `prompts(locale: EN, filter: { author: "Longwriter" }, first: 40) { nodes { text(locale: EN) { title remark } } }`,
    `users(first: 20) { nodes { prompts(first: 40) { nodes { text(locale: EN) { title } } } } }`,
    `prompts(locale: EN, filter: { author: "Longwriter" }, first: 40) { nodes { text(locale: FR) { title } next { text(locale: EN) { title } } related { text(locale: EN) { title } } } }`,
  ])("the list %s", async (query) => {
    const received = await bytesReceived(async () => {
      expect(JSON.stringify(await site.query(`{ ${query} }`)).split('"Long"').length).toBeGreaterThan(40);
    });
    expect(received).toBeLessThan(500_000);
  });
});

describe("a stored text is read once a request,", () => {
  const once = (received: number) => {
    expect(received).toBeGreaterThan(LONG * 2);
    expect(received).toBeLessThan(LONG * 2 * 1.5);
  };

  test("however many versions have it", async () => {
    const history = `history(first: 10) { nodes { text(locale: EN) { content } other: text(locale: EN) { hasVariables } } }`;
    once(
      await bytesReceived(() =>
        author.query(`{ prompt(id: "${versioned}") { text(locale: EN) { notes } ${history} } }`),
      ),
    );
  });

  test("however many lists and aliases ask for it", async () => {
    const own = aliased(
      10,
      (at) => `p${String(at)}: prompts(locale: EN, first: 1) { nodes { text(locale: EN) { excerpt hasVariables } } }`,
    );
    const last = `prompt(id: "${ids.at(-1) ?? ""}") { text(locale: EN) { content excerpt } }`;
    once(await bytesReceived(() => author.query(`{ viewer { ${own.join(" ")} } ${last} }`)));
  });

  test("and a version that was changed since has its own", async () => {
    const [changed = ""] = ids;
    const query = `{ prompt(id: "${changed}") { text(locale: EN) { content notes } history { nodes { number text(locale: EN) { content notes } } } } }`;
    const change = (content: string, notes: string) =>
      author.query(updatePromptOperation("problems { code }"), { promptId: changed, ...withText({ content, notes }) });
    await change("First {{a}}", "one");
    await change("Second", "two");
    await author.query(`mutation { updatePrompt(promptId: "${changed}", tags: ["code"]) { problems { code } } }`);
    const { prompt } = await author.query<{
      prompt: {
        text: object;
        history: { nodes: { number: number; text: { content: string; notes: string | null } }[] };
      };
    }>(query);
    expect(prompt.text).toEqual({ content: "Second", notes: "two" });
    expect(prompt.history.nodes.map(({ number, text }) => [number, text.content.slice(0, 11), text.notes])).toEqual([
      [3, "Second", "two"],
      [2, "First {{a}}", "one"],
      [1, expect.stringContaining("яя") as string, null],
    ]);
  });
});

describe("a request reads 16 MB of texts at most,", () => {
  const refusal = [
    expect.objectContaining({ extensions: expect.objectContaining({ code: "QUERY_TOO_COMPLEX" }) as object }),
  ];
  const BY_IDS = "query ($ids: [ID!]!) { promptsByIds(ids: $ids) { text(locale: EN) { excerpt hasVariables } } }";

  beforeAll(async () => {
    await site.dataSource.query(
      `update prompt_text set content = prompt_id || repeat('学', ${String(LONG)}) where prompt_id = any($1::int[])`,
      [ids.slice(1)],
    );
  });

  test("which are a page of 24 cards of the longest texts", async () => {
    await site.query(BY_IDS, { ids: ids.slice(1, 25) });
  });

  test("and not more, also when none of it is returned", async () => {
    const received = await bytesReceived(async () => {
      const { errors } = await site.send(BY_IDS, { ids: ids.slice(1) });
      expect(errors?.slice(0, 1)).toEqual(refusal);
    });
    expect(received).toBeLessThan(16_500_000);
  });

  test("over all its statements", async () => {
    const query =
      "query ($ids: [ID!]!) { promptsByIds(ids: $ids) { text(locale: EN) { hasVariables } next { text(locale: EN) { hasVariables } } } }";
    const everySecond = ids.slice(1).filter((_, at) => at % 2 === 0);
    const received = await bytesReceived(async () => {
      const { errors } = await site.send(query, { ids: everySecond });
      expect(errors?.slice(0, 1)).toEqual(refusal);
    });
    expect(received).toBeLessThan(16_500_000);
    await site.query(query, { ids: everySecond.slice(0, 8) });
  });
});

test("of long texts outside the plain alphabet, excerpts segment no more than they show, in chunks", async () => {
  await site.dataSource.query(
    "update prompt_text set content = prompt_id || locale || repeat('👨‍👩‍👧‍👦', 1740) where prompt_id = any($1::int[])",
    [[...ids, versioned]],
  );
  const texts = LOCALE_CODES.map(
    (locale) => `${locale}: text(locale: ${locale.toUpperCase()}) { excerpt(length: 600) }`,
  );
  const query = `query ($ids: [ID!]!) { promptsByIds(ids: $ids) { text(locale: EN) { excerpt(length: 600) } } prompt(id: "${versioned}") { ${texts.join(" ")} } }`;
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  try {
    for (const times of [1, 2]) expect([times, (await author.send(query, { ids })).errors]).toEqual([times, undefined]);
    const lengths = segment.mock.calls.map(([text]) => text.length);
    // 350 to 540 ms for a hundred texts when each was segmented at once, and to its end.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2000);
    const shown = (ids.length + LOCALE_CODES.length) * 600 * 11;
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(shown * 1.2);
  } finally {
    segment.mockRestore();
  }
});
