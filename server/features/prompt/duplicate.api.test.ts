import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, person, type TestBrowser } from "../../platform/testing/member";
import { createPromptOperation, updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";

let site: TestApp;
let first: TestBrowser;
let second: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  first = await established("First");
  second = await established("Second");
});
afterAll(async () => {
  await site.close();
});

const RESULT = "prompt { id shared } duplicateOf { id text(locale: EN) { title } } problems { code field }";
const CREATE = createPromptOperation(RESULT, "result");
const UPDATE = updatePromptOperation(RESULT, "result");
const RESTORE = `mutation ($id: ID!, $revision: Int!) { result: restorePromptRevision(promptId: $id, revision: $revision) { ${RESULT} } }`;
const DELETE = `mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }`;
const UNDO = `mutation ($id: ID!) { result: undoDeletePrompt(promptId: $id) { ${RESULT} } }`;

interface Result {
  prompt: { id: string; shared: boolean } | null;
  duplicateOf: { id: string } | null;
  problems: object[];
}

/** A member who may share as much as this file needs. */
async function established(username: string): Promise<TestBrowser> {
  const browser = await confirmedMember(site, username);
  await site.dataSource.query("update user_account set created_at = now() - interval '1 month' where username = $1", [
    username,
  ]);
  return browser;
}

const run = async (by: TestBrowser, operation: string, variables: Record<string, unknown>) =>
  (await by.query<{ result: Result }>(operation, variables)).result;
const create = (by: TestBrowser, content: string, shared = false, locale = "EN") =>
  run(by, CREATE, withText({ locale, title: "Title", content, shared }));
const update = (by: TestBrowser, id: string, changes: object) =>
  run(by, UPDATE, { promptId: id, ...withText(changes) });
async function idOf(result: Promise<Result>): Promise<string> {
  const { prompt, problems } = await result;
  if (!prompt) throw new Error(JSON.stringify(problems));
  return prompt.id;
}
let texts = 0;
const newText = () => `Water the plants of {{room}}, no. ${(texts += 1)}.`;
const refusedBecauseOf = (id: string, field: string | null = "texts.0.content") => ({
  prompt: null,
  duplicateOf: { id, text: { title: "Title" } },
  problems: [{ code: "DUPLICATE", field }],
});
const DONE = { duplicateOf: null, problems: [] };

describe("a text that is shared already is refused", () => {
  test("when a new prompt is shared, and nothing is stored", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    expect(await create(second, text, true)).toEqual(refusedBecauseOf(id));
    // One's own, too.
    expect(await create(first, text, true)).toEqual(refusedBecauseOf(id));
    const stored = await site.dataSource.query<object[]>("select prompt_id from prompt_text where content = $1", [
      text,
    ]);
    expect(stored).toEqual([{ prompt_id: Number(id) }]);
  });

  test("when a private prompt is shared, which then stays private", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    const copy = await idOf(create(second, text));
    expect(await update(second, copy, { shared: true })).toEqual(refusedBecauseOf(id, "shared"));
    expect(await update(second, copy, { title: "New", shared: true })).toEqual(refusedBecauseOf(id));
    expect(await update(second, copy, { title: "New" })).toMatchObject({ prompt: { shared: false }, ...DONE });
    // With another text in the same change it is something else.
    expect(await update(second, copy, { content: newText(), shared: true })).toMatchObject(DONE);
  });

  test("when the text of a shared prompt becomes the same, in any of its languages", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    const other = await idOf(create(second, newText(), true));
    expect(await update(second, other, { content: text })).toEqual(refusedBecauseOf(id));
    expect(await update(second, other, { locale: "DE", title: "Titel", content: text })).toEqual(refusedBecauseOf(id));
    expect(await update(second, other, { title: "Other title" })).toMatchObject(DONE);
  });

  test("when a version with it is restored", async () => {
    const text = newText();
    const id = await idOf(create(second, text));
    await update(second, id, { content: newText(), shared: true });
    const earlier = await idOf(create(first, text, true));
    expect(await run(second, RESTORE, { id, revision: 1 })).toEqual(refusedBecauseOf(earlier, null));
    await update(second, id, { shared: false });
    expect(await run(second, RESTORE, { id, revision: 1 })).toMatchObject({ prompt: { shared: false }, ...DONE });
    expect(await update(second, id, { shared: true })).toEqual(refusedBecauseOf(earlier, "shared"));
  });

  test("also one of the library, in each of its thirteen languages", async () => {
    const library = await site.dataSource.query<{ locale: string; content: string }[]>(
      "select locale, content from prompt_text where prompt_id = 7",
    );
    expect(library).toHaveLength(13);
    for (const { locale, content } of library)
      expect(await create(second, content, true, locale.toUpperCase())).toMatchObject({
        duplicateOf: { id: "7" },
        problems: [{ code: "DUPLICATE" }],
      });
  });

  test("also the last of thirteen texts", async () => {
    const authors = await site.dataSource.query<{ id: string }[]>(
      "select id from user_account where username = 'Second'",
    );
    const text = newText();
    const id = await idOf(create(first, text, true));
    const contents = LOCALE_CODES.map((locale, index) => ({
      locale,
      title: "T",
      content: index === 12 ? text : newText(),
    }));
    const [number = 0] = await insertPrompts(site.dataSource, [
      { authorId: authors[0]?.id ?? "", texts: contents, shared: false },
    ]);
    expect(await update(second, String(number), { shared: true })).toEqual(refusedBecauseOf(id, "shared"));
    await update(second, String(number), { locale: "EN", content: newText() });
    const last = LOCALE_CODES[12] ?? "en";
    await update(second, String(number), { locale: last.toUpperCase(), content: newText() });
    expect(await update(second, String(number), { shared: true })).toMatchObject({ prompt: { shared: true }, ...DONE });
  });

  test("when one of several texts is it, which is told", async () => {
    const [one, two] = [newText(), newText()];
    const id = await idOf(create(first, two, true));
    await create(first, one, true);
    const given = (...contents: string[]) =>
      contents.map((content, index) => ({ locale: ["FR", "DE", "EN"][index], title: "Titre", content }));
    // The first of those that are given, whatever is older.
    expect(await run(second, CREATE, { texts: given(newText(), two, one), shared: true })).toEqual(
      refusedBecauseOf(id, "texts.1.content"),
    );
    const own = await idOf(run(second, CREATE, { texts: given(newText(), two, newText()) }));
    const changes = { promptId: own, texts: given(newText()), shared: true };
    expect(await run(second, UPDATE, changes)).toEqual(refusedBecauseOf(id, "shared"));
  });

  test("and the first of several is named", async () => {
    const text = newText();
    const authors = await site.dataSource.query<{ id: string }[]>(
      "select id from user_account where username = 'First'",
    );
    const authorId = authors[0]?.id ?? "";
    const twins = await insertPrompts(
      site.dataSource,
      [1, 2, 3].map(() => ({ authorId, texts: [{ locale: "en" as const, title: "Title", content: text }] })),
    );
    expect(await create(second, text, true)).toEqual(refusedBecauseOf(String(Math.min(...twins))));
    // One of those that were there before can still be changed otherwise.
    expect(await update(first, String(twins[2]), { title: "Third" })).toMatchObject(DONE);
  });
});

describe("the same text", () => {
  const refuses = async (one: string, other: string) => {
    await idOf(create(first, one, true));
    return (await create(second, other, true)).duplicateOf !== null;
  };

  test.each([
    ["white space around it", (text: string) => `\n\t ${text}  \n`],
    ["white space within", (text: string) => text.replaceAll(" ", "\n \n")],
    ["no-break and ideographic spaces", (text: string) => text.replaceAll(" ", "\u00a0\u3000\u2009")],
    ["another line end", (text: string) => text.replace(" ", "\r\n")],
    ["decomposed letters", (text: string) => text.normalize("NFD")],
  ])("has %s", async (_, change) => {
    const text = `${newText()} é ガ`;
    expect(change(text)).not.toBe(text);
    expect(await refuses(text, change(text))).toBe(true);
  });

  test.each([
    ["a letter more", (text: string) => `${text}x`],
    ["another case", (text: string) => text.toUpperCase()],
    ["another sign, which the search does not know", (text: string) => `${text}!`],
    ["another name of a blank", (text: string) => text.replace("room", "hall")],
    ["compatible letters", (text: string) => text.replace("W", "Ｗ")],
    ["no space", (text: string) => text.replace(" ", "")],
  ])("has not %s", async (_, change) => {
    const text = newText();
    expect(change(text)).not.toBe(text);
    expect(await refuses(text, change(text))).toBe(false);
  });

  test("follows a change of signs that the search does not know", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    await update(first, id, { content: `${text}!` });
    expect(await create(second, `${text}!`, true)).toEqual(refusedBecauseOf(id));
    expect(await create(second, text, true)).toMatchObject(DONE);
  });

  test("counts from the moment that it is shared, whoever wrote it first", async () => {
    const text = newText();
    const id = await idOf(create(first, text));
    expect(await create(second, text, true)).toMatchObject(DONE);
    expect((await update(first, id, { shared: true })).duplicateOf).not.toBeNull();
  });
});

describe("what is not public refuses nothing, so that nobody can find out by it what others have written:", () => {
  test.each([
    ["private", (text: string) => create(first, text)],
    [
      "unshared again",
      async (text: string) => {
        const id = await idOf(create(first, text, true));
        return update(first, id, { shared: false });
      },
    ],
    [
      "hidden",
      async (text: string) => {
        const id = await idOf(create(first, text, true));
        await setPromptHidden(site.dataSource, Number(id), true);
      },
    ],
    [
      "deleted",
      async (text: string) => {
        const id = await idOf(create(first, text, true));
        await first.query(DELETE, { id });
      },
    ],
    [
      "a former version",
      async (text: string) => {
        const id = await idOf(create(first, text, true));
        await update(first, id, { content: newText() });
      },
    ],
    [
      "a removed language",
      async (text: string) => {
        const id = await idOf(create(first, newText(), true));
        await update(first, id, { locale: "DE", title: "T", content: text });
        await update(first, id, { removedLocales: ["DE"] });
      },
    ],
  ])("%s", async (_, prepare) => {
    const text = newText();
    await prepare(text);
    expect(await create(second, text, true)).toMatchObject({ prompt: { shared: true }, ...DONE });
  });

  test("a private text that is also public names the public prompt, though the private one was first", async () => {
    const text = newText();
    await idOf(create(first, text));
    const id = await idOf(create(second, text, true));
    expect(await create(second, text, true)).toEqual(refusedBecauseOf(id));
    expect(await person(site).query(`query ($id: ID!) { prompt(id: $id) { id } }`, { id })).toEqual({ prompt: { id } });
  });

  test("a hidden prompt is not given a text that is public, as it may be shown again", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    const hidden = await idOf(create(second, newText(), true));
    await setPromptHidden(site.dataSource, Number(hidden), true);
    expect(await update(second, hidden, { content: text })).toEqual(refusedBecauseOf(id));
  });
});

describe("a shared prompt that is deleted and brought back", () => {
  test("is shared again", async () => {
    const id = await idOf(create(first, newText(), true));
    await first.query(DELETE, { id });
    expect(await run(first, UNDO, { id })).toEqual({ prompt: { id, shared: true }, ...DONE });
  });

  test("is private if somebody has shared the same text meanwhile, and the answer names that prompt", async () => {
    const text = newText();
    const id = await idOf(create(first, text, true));
    await first.query(DELETE, { id });
    const other = await idOf(create(second, text, true));
    expect(await run(first, UNDO, { id })).toEqual({
      prompt: { id, shared: false },
      duplicateOf: { id: other, text: { title: "Title" } },
      problems: [],
    });
    expect(await person(site).query(`query ($id: ID!) { prompt(id: $id) { id } }`, { id })).toEqual({ prompt: null });
  });

  test("is as private as before if it was private, whatever others share", async () => {
    const text = newText();
    const id = await idOf(create(first, text));
    await first.query(DELETE, { id });
    await idOf(create(second, text, true));
    expect(await run(first, UNDO, { id })).toEqual({ prompt: { id, shared: false }, ...DONE });
  });
});

describe("at the same time", () => {
  const TIMES = 20;

  test(`of ${TIMES} members who share a text one is first`, async () => {
    const text = newText();
    const people = await Promise.all(Array.from({ length: TIMES }, (_, index) => established(`Racer-${index}`)));
    const results = await Promise.all(
      people.map((each, index) => create(each, index % 2 === 0 ? text : ` ${text.replace(" ", "  ")}`, true)),
    );
    const [winner, ...rest] = results.flatMap(({ prompt }) => prompt ?? []);
    expect(rest).toEqual([]);
    const losers = results.filter(({ prompt }) => prompt === null);
    expect(losers).toHaveLength(TIMES - 1);
    for (const loser of losers) expect(loser).toEqual(refusedBecauseOf(winner?.id ?? ""));
  });

  test("prompts of one member, shared, changed and brought back, end with one that is public", async () => {
    const text = newText();
    const [one, two, three] = [
      await idOf(create(first, text)),
      await idOf(create(second, newText(), true)),
      await idOf(create(first, text, true)),
    ];
    await first.query(DELETE, { id: three });
    await Promise.all([
      update(first, one, { shared: true }),
      update(second, two, { content: text }),
      run(first, UNDO, { id: three }),
      create(second, text, true),
    ]);
    const shown = await site.dataSource.query<object[]>(
      "select 1 from prompt p join prompt_text t on t.prompt_id = p.id where p.listed and t.content = $1",
      [text],
    );
    expect(shown).toHaveLength(1);
  });

  test("prompts that have two texts in common, the other way round, do not wait for each other for ever", async () => {
    const [one, other] = [newText(), newText()];
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const by = index % 2 === 0 ? first : second;
        const id = await idOf(create(by, index % 2 === 0 ? one : other));
        await update(by, id, { locale: "DE", title: "T", content: index % 2 === 0 ? other : one });
        return { by, id };
      }),
    );
    const results = await Promise.all(pairs.map(({ by, id }) => update(by, id, { shared: true })));
    expect(results.filter(({ prompt }) => prompt !== null)).toHaveLength(1);
  });
});

test("a text of the greatest length, of nothing but words of one letter, is compared", async () => {
  const text = (end: string) => `${"a ".repeat(9_990)}${end}`;
  const id = await idOf(create(first, text("b"), true));
  expect(await create(second, text(" b"), true)).toEqual(refusedBecauseOf(id));
});
