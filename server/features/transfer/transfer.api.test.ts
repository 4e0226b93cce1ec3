import { gzipSync } from "node:zlib";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { type ExportedPrompt, type ExportHead, TRANSFER_LIMITS } from "../../../contract/transfer";
import { member, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { sendChunks } from "../../platform/testing/chunks";
import { createPromptOperation, updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { rowId } from "../../platform/testing/posting";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { sendExport, sendImport } from "../../platform/testing/transfers";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

type ExportFile = ExportHead & { prompts: ExportedPrompt[]; favorites: string[] };

let members = 0;
async function newMember(): Promise<TestBrowser> {
  members += 1;
  return member(site, `Mover${String(members)}`);
}

async function create(by: TestBrowser, changes: object = {}): Promise<number> {
  const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } | null; problems: object[] } }>(
    createPromptOperation("prompt { id } problems { code field }"),
    withText({ title: "A title", content: "Say {{what}}.", ...changes }),
  );
  if (!createPrompt.prompt) throw new Error(JSON.stringify(createPrompt.problems));
  return Number(createPrompt.prompt.id);
}

const update = (by: TestBrowser, id: number, changes: object) =>
  by.query(updatePromptOperation("problems { code }"), { promptId: String(id), ...withText(changes) });
const favor = (by: TestBrowser, id: number) =>
  by.query("mutation ($id: ID!) { addFavorite(promptId: $id) { prompt { id } problems { code } } }", {
    id: String(id),
  });

async function exported(browser: TestBrowser): Promise<ExportFile> {
  const { status, text } = await sendExport(site, { browser });
  expect(status).toBe(200);
  return JSON.parse(text) as ExportFile;
}

async function imported(browser: TestBrowser, file: object | string, parameters?: string) {
  const answer = await sendImport(site, { browser }, file, parameters);
  if (!answer.report) throw new Error(`${String(answer.status)} ${answer.text}`);
  return answer.report;
}

/** What an import keeps: everything but numbers, times and sharing. Favourites of the file's own prompts by their places. */
function essence({ prompts, favorites }: ExportFile) {
  const places = new Map(prompts.map(({ id }, index) => [id, `own ${String(index)}`]));
  return {
    prompts: prompts.map(({ sourceLocale, tags, texts }) => ({ sourceLocale, tags, texts })),
    favorites: favorites.map((id) => places.get(id) ?? id),
  };
}

describe("an account with everything", () => {
  let owner: TestBrowser;
  let file: ExportFile;
  let foreign: number;

  beforeAll(async () => {
    owner = await newMember();
    foreign = await create(await newMember(), { content: "Lend {{what}}.", shared: true });
    const first = await create(owner, {
      title: "In three languages",
      remark: "A remark",
      notes: "Notes\nof two lines",
      tags: ["write", "code"],
    });
    await update(owner, first, { locale: "AR", title: "عنوان", content: "قل {{ماذا}}" });
    await update(owner, first, { locale: "ZH", title: "标题 𠀀 👩‍👩‍👧", content: "说\n{{什么}}" });
    const shared = await create(owner, { title: "Shared", content: "Share {{what}}.", shared: true });
    await create(owner, { title: "Twin" });
    await create(owner, { title: "Twin" });
    const deleted = await create(owner, { title: "Deleted" });
    await owner.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }", { id: String(deleted) });
    for (const id of [7, shared, foreign, first, 3]) await favor(owner, id);
    file = await exported(owner);
  });

  test("is exported as a dated file that nobody keeps", async () => {
    const { headers } = await sendExport(site, { browser: owner });
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="polyprompt-\d{4}-\d\d-\d\d\.json"$/,
      ) as string,
    });
    expect(file).toMatchObject({ format: "polyprompt", version: 1, site: "http://localhost:3000" });
    expect(file.prompts.map(({ texts }) => texts.map(({ title }) => title))).toEqual([
      ["عنوان", "In three languages", "标题 𠀀 👩‍👩‍👧"],
      ["Shared"],
      ["Twin"],
      ["Twin"],
    ]);
    expect(file.prompts[0]).toMatchObject({ sourceLocale: "en", shared: false, tags: ["write", "code"] });
    expect(file.prompts[1]).toMatchObject({ shared: true });
    expect(file.favorites).toEqual(["3", file.prompts[0]?.id, String(foreign), file.prompts[1]?.id, "7"]);
  });

  test("is the same after its export was imported into another account, but private", async () => {
    const other = await newMember();
    expect(await imported(other, file)).toMatchObject({
      added: 4,
      updated: 0,
      skipped: 0,
      favoritesAdded: 5,
      refusedCount: 0,
    });
    const copy = await exported(other);
    expect(essence(copy)).toEqual(essence(file));
    expect(copy.prompts.map(({ shared }) => shared)).toEqual([false, false, false, false]);
    expect(copy.prompts.some(({ id }) => file.prompts.some((prompt) => prompt.id === id))).toBe(false);
    expect(await imported(other, file)).toMatchObject({ added: 0, updated: 0, skipped: 4, favoritesAdded: 0 });
    expect(await imported(other, copy)).toMatchObject({ added: 0, updated: 0, skipped: 4, favoritesAdded: 0 });
    expect(essence(await exported(other))).toEqual(essence(file));
  });

  test.each([
    ["csv", "text/csv; charset=utf-8", "csv"],
    ["md", "application/zip", "zip"],
  ])(
    "is the same after its export as %s was imported into another account, without favourites",
    async (format, type, extension) => {
      const out = await sendExport(site, { browser: owner }, `?format=${format}`);
      expect(out.status).toBe(200);
      expect(out.headers).toMatchObject({
        "content-type": type,
        "content-disposition": expect.stringMatching(
          new RegExp(`"polyprompt-\\d{4}-\\d\\d-\\d\\d\\.${extension}"$`),
        ) as string,
      });
      const other = await newMember();
      expect(await imported(other, out.bytes, "locale=fr")).toMatchObject({
        added: 4,
        updated: 0,
        skipped: 0,
        refusedCount: 0,
      });
      const copy = await exported(other);
      expect(essence(copy)).toEqual({ ...essence(file), favorites: [] });
      expect(copy.prompts.map(({ shared }) => shared)).toEqual([false, false, false, false]);
      expect(await imported(other, out.bytes, "locale=fr")).toMatchObject({ added: 0, updated: 0, skipped: 4 });
      expect(await imported(owner, out.bytes, "")).toMatchObject({ added: 0, updated: 0, skipped: 4, refusedCount: 0 });
    },
  );

  test("has a file for each text in a zip, by its number, title and language", async () => {
    const { bytes } = await sendExport(site, { browser: owner }, "?format=md");
    const [one, shared, ...twins] = file.prompts.map(({ id }) => id);
    expect(Object.keys(unzipSync(bytes))).toEqual([
      `${String(one)}-in-three-languages.en.md`,
      `${String(one)}-عنوان.ar.md`,
      `${String(one)}-标题-𠀀.zh.md`,
      `${String(shared)}-shared.en.md`,
      ...twins.map((id) => `${id}-twin.en.md`),
    ]);
  });

  test("is left as it is by its own export", async () => {
    expect(await imported(owner, file)).toMatchObject({ added: 0, updated: 0, skipped: 4, refusedCount: 0 });
    expect((await exported(owner)).prompts).toEqual(file.prompts);
  });
});

test("own prompts are updated with a former version, shared ones are not", async () => {
  const owner = await newMember();
  const id = await create(owner, { tags: ["write"] });
  const shared = await create(owner, { title: "Public", content: "Publish {{what}}.", shared: true });
  const file = await exported(owner);
  for (const prompt of file.prompts) for (const text of prompt.texts) text.content = "Changed";
  expect(await imported(owner, file)).toEqual({
    added: 0,
    updated: 1,
    skipped: 0,
    favoritesAdded: 0,
    encoding: null,
    placeholders: { prompts: 0, blanks: 0 },
    refused: [{ line: null, entry: 2, file: null, code: "SHARED", field: null, limit: null }],
    refusedCount: 1,
  });
  const contents = (await exported(owner)).prompts.map(({ texts }) => texts[0]?.content);
  expect(contents).toEqual(["Changed", "Publish {{what}}."]);
  const { prompt } = await owner.query<{ prompt: { history: { nodes: { number: number }[] } } }>(
    "query ($id: ID!) { prompt(id: $id) { history { nodes { number } } } }",
    { id: String(id) },
  );
  expect(prompt.history.nodes).toHaveLength(1);
  const visitor = await person(site).query<{ prompt: { text: { content: string } } }>(
    "query ($id: ID!) { prompt(id: $id) { text(locale: EN) { content } } }",
    { id: String(shared) },
  );
  expect(visitor.prompt.text.content).toBe("Publish {{what}}.");
});

describe("who may", () => {
  const FILE = [{ title: "Imported", description: "Text" }];
  let owner: TestBrowser;
  beforeAll(async () => {
    owner = await newMember();
    await create(owner);
  });

  test.each<
    [string, () => Promise<Parameters<typeof sendExport>[1]> | Parameters<typeof sendExport>[1], unknown[], unknown[]]
  >([
    ["a visitor", () => ({}), [401, "UNAUTHENTICATED"], [401, "UNAUTHENTICATED"]],
    ["a session", () => ({ browser: owner }), [200, undefined], [200, undefined]],
    [
      "a session that has ended",
      async () => {
        const former = await newMember();
        const browser = former.copy();
        await former.query("mutation { logout { accepted } }");
        return { browser };
      },
      [401, "UNAUTHENTICATED"],
      [401, "UNAUTHENTICATED"],
    ],
    [
      "a token that reads",
      async () => ({ headers: { ...(await withToken(owner, "READ")), origin: undefined } }),
      [200, undefined],
      [403, "FORBIDDEN"],
    ],
    [
      "a token that writes",
      async () => ({ headers: { ...(await withToken(owner)), origin: undefined } }),
      [200, undefined],
      [200, undefined],
    ],
    [
      "an unknown token",
      () => ({ headers: { authorization: "Bearer nonsense" } }),
      [401, "UNAUTHENTICATED"],
      [401, "UNAUTHENTICATED"],
    ],
    [
      "a page of another site, with cookies",
      () => ({ browser: owner, headers: { origin: "https://evil.example" } }),
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
    ],
    [
      "a form of a sandboxed page",
      () => ({ browser: owner, headers: { origin: "null" } }),
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
    ],
    [
      "a link of another site",
      () => ({ browser: owner, headers: { origin: undefined, "sec-fetch-site": "cross-site" } }),
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
    ],
    [
      "a page of another site, with a token",
      async () => ({ headers: { ...(await withToken(owner)), origin: "https://elsewhere.example" } }),
      [200, undefined],
      [200, undefined],
    ],
    [
      "a page of another site, with a token beside cookies",
      async () => ({ browser: owner, headers: { ...(await withToken(owner)), origin: "https://evil.example" } }),
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
    ],
    [
      "a page of another site, with nothing",
      () => ({ headers: { origin: "https://evil.example" } }),
      [401, "UNAUTHENTICATED"],
      [401, "UNAUTHENTICATED"],
    ],
    [
      "cookies without an origin",
      () => ({ browser: owner, headers: { origin: undefined } }),
      [200, undefined],
      [403, "FORBIDDEN"],
    ],
    [
      "a session of another account than meant",
      () => ({ browser: owner, headers: { "polyprompt-account": "1" } }),
      [401, "UNAUTHENTICATED"],
      [401, "UNAUTHENTICATED"],
    ],
  ])("%s", async (_, sender, exporting, importing) => {
    const out = await sendExport(site, await sender());
    const into = await sendImport(site, await sender(), FILE);
    expect([out.status, out.code]).toEqual(exporting);
    expect([into.status, into.code]).toEqual(importing);
    expect(into.headers["access-control-allow-origin"]).toBe("*");
    expect(into.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(into.headers["cache-control"]).toBe("no-store");
  });
});

test.each(["json", "csv", "md"])("an account with nothing has nothing to export as %s", async (format) => {
  const { status, code } = await sendExport(site, { browser: await newMember() }, `?format=${format}`);
  expect([status, code]).toEqual([404, "NOT_FOUND"]);
});

test("more texts than a zip can hold are not exported as one", async () => {
  const owner = await newMember();
  const first = await create(owner);
  await site.dataSource.query("alter table prompt disable trigger user");
  await site.dataSource.query("alter table prompt_text disable trigger user");
  await site.dataSource.query(
    `with more as (
       insert into prompt (origin, author_id, source_locale, shared)
       select 'COMMUNITY', author_id, 'en', false from prompt, generate_series(1, 5042) where id = $1 returning id
     )
     insert into prompt_text (prompt_id, locale, title, content, search, search_version)
     select id, locale, 'T', 'C', '', 1 from more, unnest($2::text[]) locale`,
    [first, LOCALE_CODES],
  );
  await site.dataSource.query("alter table prompt_text enable trigger user");
  await site.dataSource.query("alter table prompt enable trigger user");
  const { status, code } = await sendExport(site, { browser: owner }, "?format=md");
  expect([status, code]).toEqual([400, "BAD_USER_INPUT"]);
});

describe("placeholders of other sites", () => {
  const csv = "act,prompt\nPoet,Write about ${topic:the sea} in ${style}.\nPlain,Say it.\n";
  test("become blanks, which the report counts", async () => {
    const owner = await newMember();
    expect(await imported(owner, csv, "")).toMatchObject({ added: 2, placeholders: { prompts: 1, blanks: 2 } });
    expect((await exported(owner)).prompts[0]?.texts[0]?.content).toBe("Write about {{topic:the sea}} in {{style}}.");
    expect(await imported(owner, csv, "")).toMatchObject({ skipped: 2, placeholders: { prompts: 0, blanks: 0 } });
  });

  test("stay as they are if the address says so", async () => {
    const owner = await newMember();
    const { added, placeholders } = await imported(owner, csv, "placeholders=keep");
    expect([added, placeholders]).toEqual([2, { prompts: 0, blanks: 0 }]);
    expect((await exported(owner)).prompts[0]?.texts[0]?.content).toBe("Write about ${topic:the sea} in ${style}.");
  });

  test.each(["json", "csv", "md"])("stay as they are in our own export as %s", async (format) => {
    const owner = await newMember();
    await create(owner, { content: "Write about ${topic}." });
    const { bytes } = await sendExport(site, { browser: owner }, `?format=${format}`);
    const other = await newMember();
    expect(await imported(other, bytes, "")).toMatchObject({ added: 1, placeholders: { prompts: 0, blanks: 0 } });
    expect((await exported(other)).prompts[0]?.texts[0]?.content).toBe("Write about ${topic}.");
  });
});

test("the report names the encoding that was guessed", async () => {
  const csv = Buffer.from("title,prompt\nRésumé,Résume ce texte en français.\n", "latin1");
  expect(await imported(await newMember(), csv, "")).toMatchObject({ added: 1, encoding: "windows-1252" });
});

test("tags are taken by their slugs or their names, in English or in the language of the text", async () => {
  const owner = await newMember();
  const { tags } = await owner.query<{ tags: { nodes: { slug: string; label: string }[] } }>(
    "{ tags(first: 100) { nodes { slug label(locale: FR) } } }",
  );
  const french = tags.nodes.find(({ slug }) => slug === "code")?.label ?? "";
  const list = [{ title: "T", content: "C", tags: `WRITE, unheard-of; ${french.toUpperCase()}， favorite` }];
  expect(await imported(owner, list, "locale=fr")).toMatchObject({ added: 1 });
  expect((await exported(owner)).prompts[0]?.tags.toSorted()).toEqual(["code", "write"]);
});

test("what was refused of a zip is named by its path", async () => {
  const zip = zipSync({
    "prompts/a.md": strToU8("---\ntitle: A\n---\n"),
    "b.md": strToU8("---\ntitle: [\n---\nB"),
    "c.md": strToU8("Say."),
  });
  const { added, refused } = await imported(await newMember(), Buffer.from(zip), "");
  expect(added).toBe(1);
  expect(refused).toEqual([
    { line: null, entry: 1, file: "prompts/a.md", code: "REQUIRED", field: "content", limit: null },
    { line: 3, entry: 2, file: "b.md", code: "UNREADABLE", field: null, limit: null },
  ]);
});

describe("the numbers of somebody else", () => {
  test("change nothing of theirs, and show nothing private", async () => {
    const victim = await newMember();
    const secret = await create(victim, { title: "Secret" });
    const before = await exported(victim);
    const thief = await newMember();
    const file = {
      ...before,
      prompts: before.prompts.map((prompt) => ({
        ...prompt,
        texts: [{ locale: "en", title: "Mine", content: "Mine" }],
      })),
      favorites: [],
    };
    expect(await imported(thief, file)).toMatchObject({ added: 1, updated: 0 });
    expect(await exported(victim)).toMatchObject({ prompts: before.prompts });
    const guess = { ...before, prompts: [], favorites: [secret, 2_000_000_000, 5] };
    const { favoritesAdded, refused } = await imported(thief, guess);
    expect(favoritesAdded).toBe(1);
    expect(refused.map(({ code, field }) => [code, field])).toEqual([
      ["NOT_FOUND", "favorites"],
      ["NOT_FOUND", "favorites"],
    ]);
  });

  test("that come from another site are no numbers of this one", async () => {
    const owner = await newMember();
    const id = await create(owner, { title: "Here" });
    const shared = await create(await newMember(), { content: "Rent {{what}}.", shared: true });
    const file = await exported(owner);
    for (const prompt of file.prompts) for (const text of prompt.texts) text.title = "There";
    const { added, updated, favoritesAdded, refusedCount } = await imported(owner, {
      ...file,
      site: "https://elsewhere.example",
      favorites: [id, shared, 12],
    });
    expect({ added, updated, favoritesAdded, refusedCount }).toEqual({
      added: 1,
      updated: 0,
      favoritesAdded: 2,
      refusedCount: 1,
    });
    expect((await exported(owner)).prompts.map(({ texts }) => texts[0]?.title)).toEqual(["Here", "There"]);
  });
});

test("an empty list, and an export without anything, change nothing", async () => {
  const owner = await newMember();
  for (const file of ["[]", " [ ] ", '{"format":"polyprompt","version":1,"prompts":[],"favorites":[]}'])
    expect(await imported(owner, file)).toMatchObject({ added: 0, refusedCount: 0 });
});

test("favourites that are there stay before those of the file", async () => {
  const owner = await newMember();
  for (const id of [30, 20, 10]) await favor(owner, id);
  const file = { format: "polyprompt", version: 1, prompts: [], favorites: [7, 20, 8, 7] };
  expect(await imported(owner, file)).toMatchObject({ favoritesAdded: 2, refusedCount: 0 });
  expect((await exported(owner)).favorites).toEqual(["10", "20", "30", "7", "8"]);
});

test("an older file, whose ids are numbers, is the same", async () => {
  const owner = await newMember();
  for (const title of ["One", "Two"]) await favor(owner, await create(owner, { title }));
  await favor(owner, 7);
  const file = await exported(owner);
  const older = {
    ...file,
    prompts: file.prompts.map((prompt) => ({ ...prompt, id: Number(prompt.id) })),
    favorites: file.favorites.map(Number),
  };
  for (const prompt of older.prompts) for (const text of prompt.texts) text.content = "Changed";
  expect(await imported(owner, older)).toMatchObject({ added: 0, updated: 2, favoritesAdded: 0, refusedCount: 0 });
  const other = await newMember();
  expect(await imported(other, older)).toMatchObject({ added: 2, favoritesAdded: 3 });
  expect(essence(await exported(other))).toEqual(essence(await exported(owner)));
});

test("languages may be written as in GraphQL", async () => {
  const owner = await newMember();
  const texts = [
    { locale: "FR", title: "Un", content: "Dis." },
    { locale: "De", title: "Eins", content: "Sag." },
  ];
  const list = [
    { texts, sourceLocale: "DE" },
    { title: "Plain", content: "Say." },
  ];
  expect(await imported(owner, list, "format=json&locale=JA")).toMatchObject({ added: 2, refusedCount: 0 });
  const { prompts } = await exported(owner);
  expect(prompts.map(({ sourceLocale, texts }) => [sourceLocale, texts.map(({ locale }) => locale)])).toEqual([
    ["de", ["de", "fr"]],
    ["ja", ["ja"]],
  ]);
  expect(await imported(owner, [{ texts: [...texts, { ...texts[0], locale: "fr" }] }])).toMatchObject({
    refused: [{ code: "UNREADABLE", field: "texts" }],
  });
});

test("in JSON what was refused is told by its number in its list", async () => {
  const good = { title: "Good", description: "Say." };
  const file = { format: "polyprompt", version: 1, prompts: [good, {}, good, 7], favorites: ["7", "x", "2000000000"] };
  const { refused } = await imported(await newMember(), file);
  expect(refused.map(({ line, entry, code, field }) => [line, entry, code, field])).toEqual([
    [null, 2, "REQUIRED", "content"],
    [null, 4, "UNREADABLE", null],
    [null, 2, "UNREADABLE", "favorites"],
    [null, 3, "NOT_FOUND", "favorites"],
  ]);
});

test("a list of another site is read: title, description, remark, notes, and the tags that this one has", async () => {
  const owner = await newMember();
  const list = [
    {
      id: 4,
      title: " Coach ",
      description: "Be a coach.\r\nNow.",
      remark: "For sports",
      notes: "From a book",
      share: true,
      tags: ["write", "favorite", "unheard-of"],
      upvoteDifference: 12,
    },
    { title: "Second", content: "Text", tags: [{ name: "code" }] },
  ];
  expect(await imported(owner, list, "format=json&locale=fr")).toMatchObject({ added: 2, refusedCount: 0 });
  const { prompts } = await exported(owner);
  expect(prompts.map(({ shared, tags, texts }) => ({ shared, tags, texts }))).toEqual([
    {
      shared: false,
      tags: ["write"],
      texts: [
        { locale: "fr", title: "Coach", content: "Be a coach.\nNow.", remark: "For sports", notes: "From a book" },
      ],
    },
    { shared: false, tags: [], texts: [{ locale: "fr", title: "Second", content: "Text", remark: null, notes: null }] },
  ]);
});

test.each([
  ["rows of a CSV", "act,prompt\nA,same\nB,other\nA,same \nA,same\n", "format=csv&locale=en"],
  [
    "entries of a plain list",
    [
      { id: 1, title: "A", description: "same" },
      { id: 2, title: "B", description: "other" },
      { id: 3, title: "A", description: "same" },
      { id: 4, title: "A", description: "same" },
    ],
    undefined,
  ],
])("of identical %s the first is added, the others are skipped", async (_, file, parameters) => {
  const owner = await newMember();
  expect(await imported(owner, file, parameters)).toMatchObject({ added: 2, skipped: 2, refusedCount: 0 });
  expect(await imported(owner, file, parameters)).toMatchObject({ added: 0, skipped: 4, refusedCount: 0 });
});

describe("a CSV", () => {
  test("of hundreds of rows as data sets have them", async () => {
    const owner = await newMember();
    const row = (index: number) =>
      index % 3 === 0
        ? `"Terminal ${String(index)}","I want you to act as a terminal, number ${String(index)}.\r\nReply ""only"" with the output, nothing else.",TRUE,TEXT,someone`
        : index % 3 === 1
          ? `Poet ${String(index)},Write poem ${String(index)} — ünïcode 诗,FALSE,TEXT,someone`
          : `"Plain, ${String(index)}",Say ${String(index)}`;
    const rows = Array.from({ length: 600 }, (_, index) => row(index));
    const csv = `\ufeffact,prompt,for_devs,type,contributor\r\n${rows.join("\r\n")}\r\n\r\n`;
    expect(await imported(owner, csv, "format=csv&locale=de")).toMatchObject({ added: 600, refusedCount: 0 });
    const { prompts } = await exported(owner);
    expect(prompts).toHaveLength(600);
    expect(prompts.slice(0, 3).map(({ texts }) => texts)).toEqual([
      [
        {
          locale: "de",
          title: "Terminal 0",
          content: 'I want you to act as a terminal, number 0.\nReply "only" with the output, nothing else.',
          remark: null,
          notes: null,
        },
      ],
      [{ locale: "de", title: "Poet 1", content: "Write poem 1 — ünïcode 诗", remark: null, notes: null }],
      [{ locale: "de", title: "Plain, 2", content: "Say 2", remark: null, notes: null }],
    ]);
    expect(await imported(owner, csv, "format=csv&locale=de")).toMatchObject({ added: 0, skipped: 600 });
  });

  test.each([
    ["semicolons", 'act;prompt\n"a;b";c\n'],
    ["columns in another order", 'nr,"Prompt",x,"ACT"\n1,c,y,"a;b"\n'],
    ["line breaks of old machines, and none at the end", 'act,prompt\r"a;b",c'],
  ])("with %s", async (_, csv) => {
    const owner = await newMember();
    expect(await imported(owner, csv, "format=csv&locale=en")).toMatchObject({ added: 1, refusedCount: 0 });
    expect((await exported(owner)).prompts[0]?.texts[0]).toMatchObject({ title: "a;b", content: "c" });
  });

  test("reports the line in which a row begins", async () => {
    const csv = [
      "act,prompt",
      "one,1",
      "",
      '"two',
      'lines","a',
      "b",
      'c"',
      ",no title",
      '"three',
      '",3',
      "no text",
      `${"x".repeat(121)},4`,
    ].join("\r\n");
    const { added, refused } = await imported(await newMember(), csv, "format=csv&locale=en");
    expect(added).toBe(4);
    expect(refused.map(({ line, entry, code, field }) => [line, entry, code, field])).toEqual([
      [11, 5, "REQUIRED", "content"],
      [12, 6, "TOO_LONG", "title"],
    ]);
  });

  test.each([
    ["without a column of texts", "title,tags\na,b", "MISSING_COLUMNS", 1, null],
    ["of three columns without names", "\na,b,c\na,b,c", "MISSING_COLUMNS", 2, null],
    ["that is empty", "", "MISSING_COLUMNS", 1, null],
    ["of little but separators", `act,prompt${",".repeat(3_000_000)}`, "UNREADABLE_FILE", null, null],
    ["with a cell of megabytes", `act,prompt\n"${"x,\n".repeat(1_000_000)}`, "TOO_MANY", 10_002, 10_000],
    [
      "with half a character of UTF-16",
      Buffer.from("\ufeffact,prompt\na,b", "utf16le").subarray(0, -1),
      "ENCODING",
      null,
      null,
    ],
  ])("%s is refused as a whole", async (_, csv, code, line, limit) => {
    const { status, fault } = await sendImport(site, { browser: await newMember() }, csv, "format=csv&locale=en");
    expect([status, fault]).toEqual([400, { code, line, limit }]);
  });
});

describe("entries of a JSON file are refused by their numbers:", () => {
  const text = { locale: "en", title: "Title", content: "Text" };
  test.each<[string, unknown, string, string | null]>([
    ["no object", 7, "UNREADABLE", null],
    ["no text", { title: "Title" }, "REQUIRED", "content"],
    ["an empty text", { title: "Title", description: " \u200b " }, "REQUIRED", "content"],
    ["a long title", { title: "x".repeat(121), description: "Text" }, "TOO_LONG", "title"],
    ["a long text", { title: "Title", description: "x".repeat(20_001) }, "TOO_LONG", "content"],
    ["a text of megabytes", { title: "Title", description: "x".repeat(2_100_000) }, "TOO_LONG", "content"],
    ["long notes", { title: "Title", description: "Text", notes: "x".repeat(5001) }, "TOO_LONG", "notes"],
    ["too many blanks", { title: "Title", description: "{{a}}".repeat(201) }, "TOO_MANY", "content.blanks"],
    ["a title that is no text", { title: {}, description: "Text" }, "UNREADABLE", "title"],
    ["NUL", { title: "Tit\0le", description: "Text" }, "INVALID_CHARACTERS", "title"],
    ["half a surrogate pair", { title: "Title", description: "\ud800" }, "INVALID_CHARACTERS", "content"],
    [
      "marks upon marks",
      { title: "Title", description: `e${"\u0301".repeat(100_000)}` },
      "INVALID_CHARACTERS",
      "content",
    ],
    ["no texts", { texts: [] }, "REQUIRED", "texts"],
    ["an unknown language", { texts: [{ ...text, locale: "xx" }] }, "UNREADABLE", "texts"],
    ["a language twice", { texts: [text, text] }, "UNREADABLE", "texts"],
    ["a source language without a text", { texts: [text], sourceLocale: "fr" }, "UNREADABLE", "sourceLocale"],
    ["an unknown tag", { texts: [text], tags: ["unheard-of"] }, "UNKNOWN_TAG", "tags"],
    ["the tag of the library's picks", { texts: [text], tags: ["favorite"] }, "UNKNOWN_TAG", "tags"],
    ["tags that are none", { texts: [text], tags: [1] }, "UNREADABLE", "tags"],
    ["a number that is none", { texts: [text], id: "1; drop table prompt" }, "UNREADABLE", "id"],
    ["deep nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`, "UNREADABLE", null],
  ])("%s", async (_, entry, code, field) => {
    const good = (title: string) => JSON.stringify({ title, description: "Text" });
    const bad = typeof entry === "string" ? entry : JSON.stringify(entry);
    const file = `[\n${good("Before")},\n\n${bad}\n,${good("After")}]`;
    const { added, refused } = await imported(await newMember(), file);
    expect(added).toBe(2);
    expect(refused.map((each) => [each.line, each.entry, each.code, each.field])).toEqual([[null, 2, code, field]]);
  });

  test("what stands in a prototype is not inherited", async () => {
    const owner = await newMember();
    const file =
      '[{"__proto__":{"title":"Polluted","description":"Text"}},{"constructor":{"prototype":{"shared":true}},"title":"T","content":"C"}]';
    const { added, refused } = await imported(owner, file);
    expect([added, refused.map(({ code }) => code)]).toEqual([1, ["REQUIRED"]]);
    expect(Object.hasOwn(Object.prototype, "title")).toBe(false);
    expect((await exported(owner)).prompts[0]?.shared).toBe(false);
  });
});

describe("a JSON file is refused as a whole:", () => {
  const prompts = Array.from({ length: 10_001 }, () => "{}").join(",\n");
  test.each<[string, string | Buffer, string, number | null]>([
    ["nothing", "", "UNREADABLE_FILE", 1],
    ["no JSON", "act,prompt\na,b", "UNREADABLE_FILE", null],
    ["a text", '"prompts"', "UNREADABLE_FILE", null],
    ["an object of something else", '{"a":1,"b":[1,2,{}]}', "NO_PROMPTS", null],
    ["a later version", '{"format":"polyprompt",\n"version":2,"prompts":[]}', "NEWER_FORMAT", null],
    ["a version that is none", '{"format":"polyprompt",\n"version":"x","prompts":[]}', "UNREADABLE_FILE", null],
    ["the first half of a file", '{"format":"polyprompt","version":1,"prompts":[\n{"texts":[]}', "UNREADABLE_FILE", 2],
    ["something after the end", "[]\n[]", "UNREADABLE_FILE", 2],
    ["nothing but brackets", "[".repeat(1_000_000), "UNREADABLE_FILE", 1],
    ["millions of objects", `[${"{},".repeat(2_000_000)}{}]`, "UNREADABLE_FILE", null],
    ["a text that does not end", `["${"x".repeat(20_000_000)}`, "UNREADABLE_FILE", 1],
    [
      "thousands of members",
      `{${Array.from({ length: 10_000 }, (_, index) => `"m${String(index)}":1`).join()}}`,
      "NO_PROMPTS",
      null,
    ],
    ["too many prompts", `[${prompts}]`, "TOO_MANY", null],
    ["too many favourites", `{"format":"polyprompt","favorites":[${"1,".repeat(50_001)}1]}`, "TOO_MANY", null],
    ["what is no text", Buffer.from([0x5b, 0x0a, 0x22, 0xc3, 0x01, 0x22, 0x5d]), "ENCODING", null],
  ])("%s", async (_, file, code, line) => {
    const owner = await newMember();
    const { status, fault } = await sendImport(site, { browser: owner }, file);
    expect([status, fault?.code, fault?.line]).toEqual([400, code, line]);
    expect((await sendExport(site, { browser: owner })).status).toBe(404);
  });
});

test("no account gets beyond its largest number of prompts", async () => {
  const owner = await newMember();
  const first = await create(owner);
  await site.dataSource.query("alter table prompt disable trigger user");
  await site.dataSource.query(
    `insert into prompt (origin, author_id, source_locale, languages)
     select 'COMMUNITY', author_id, 'en', '{en}' from prompt, generate_series(1, $2) where id = $1`,
    [first, TRANSFER_LIMITS.ownPrompts - 3],
  );
  await site.dataSource.query("alter table prompt enable trigger user");
  const prompts = ["A", "B", "C", "D"].map((title, index) => ({ id: index + 1, title, description: title }));
  expect(await imported(owner, prompts)).toMatchObject({
    added: 2,
    refused: [
      { line: null, code: "TOO_MANY", field: null, limit: 20_000 },
      { line: null, code: "TOO_MANY", field: null, limit: 20_000 },
    ],
  });
  expect(await imported(owner, prompts)).toMatchObject({ added: 0, skipped: 2, refusedCount: 2 });
  const [own] = await site.dataSource.query<{ count: number }[]>(
    "select count(*)::int as count from prompt where author_id = (select author_id from prompt where id = $1)",
    [first],
  );
  expect(own?.count).toBe(TRANSFER_LIMITS.ownPrompts);
});

describe("a file that arrives", () => {
  const FILE = Buffer.from(JSON.stringify([{ title: "Sent", description: "Say {{what}}." }]));
  const headersOf = ({ cookies }: TestBrowser) => ({
    origin: "http://localhost:3000",
    cookie: [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; "),
  });
  const send = async (browser: TestBrowser, chunks: readonly Buffer[], headers: Record<string, string> = {}) => {
    const url = "/api/import?format=json";
    return sendChunks(site.app, url, chunks, { "content-type": "application/json", ...headersOf(browser), ...headers });
  };
  const cut = (body: Buffer, size: number) =>
    Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      body.subarray(index * size, (index + 1) * size),
    );
  const used = async (browser: TestBrowser) => {
    const { viewer } = await browser.query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }");
    const [row] = await site.dataSource.query<{ hits: number }[]>("select hits from rate_limit where key = $1", [
      `import-kb account=${rowId(viewer.user.id)}`,
    ]);
    return row?.hits;
  };
  const gzip = { "content-encoding": "gzip" };

  test.each<[string, Buffer[], Record<string, string>]>([
    ["in one chunk", [FILE], {}],
    ["in chunks of a byte", cut(FILE, 1), {}],
    ["in gzip", [gzipSync(FILE)], { ...gzip, "content-length": String(gzipSync(FILE).length) }],
    ["in chunks of gzip", cut(gzipSync(FILE), 3), gzip],
  ])("%s is imported", async (_, chunks, headers) => {
    const owner = await newMember();
    const { status, text } = await send(owner, chunks, headers);
    expect([status, text]).toEqual([200, expect.stringContaining('"added":1')]);
    expect(await used(owner)).toBe(1);
  });

  test("without telling its length counts as what it was", async () => {
    const owner = await newMember();
    const file = Buffer.from(`[${" ".repeat(15 * 1024 * 1024)}]`);
    expect((await send(owner, [gzipSync(file)], gzip)).status).toBe(200);
    expect(await used(owner)).toBe(15 * 1024 + 1);
    const second = await send(owner, cut(file, 1024 * 1024));
    expect([second.status, second.text]).toEqual([429, expect.stringContaining("RATE_LIMITED")]);
  });

  test.each<[string, Buffer[], Record<string, string>]>([
    ["in chunks", cut(Buffer.alloc(TRANSFER_LIMITS.fileBytes + 1, " "), 1024 * 1024), {}],
    ["in gzip, of 200 kB", [gzipSync(Buffer.alloc(200 * 1024 * 1024))], gzip],
  ])("%s and is longer than 20 MB is 413", async (_, chunks, headers) => {
    const { status, text } = await send(await newMember(), chunks, headers);
    expect([status, text]).toEqual([413, expect.stringContaining("PAYLOAD_TOO_LARGE")]);
  });

  test.each<[string, Buffer]>([
    ["is no gzip", FILE],
    ["ends too early", gzipSync(Buffer.alloc(10_000)).subarray(0, -9)],
  ])("and %s is 400", async (_, body) => {
    const { status, text } = await send(await newMember(), [body], gzip);
    expect([status, text]).toEqual([400, expect.stringContaining("BAD_REQUEST")]);
  });
});

describe("requests are refused:", () => {
  test.each<[string, Parameters<typeof sendImport>[1]["headers"], Buffer, string, [number, string]]>([
    [
      "a file of more than 20 MB",
      {},
      Buffer.alloc(20 * 1024 * 1024 + 1, " "),
      "format=json",
      [413, "PAYLOAD_TOO_LARGE"],
    ],
    [
      "a file that brotli has compressed",
      { "content-encoding": "br" },
      Buffer.from("[]"),
      "format=json",
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    ["an unknown format", {}, Buffer.from("[]"), "format=xml", [400, "BAD_USER_INPUT"]],
    ["an unknown wish for placeholders", {}, Buffer.from("[]"), "placeholders=x", [400, "BAD_USER_INPUT"]],
    ["an unknown language", {}, Buffer.from("[]"), "format=json&locale=xx", [400, "BAD_USER_INPUT"]],
  ])("%s", async (_, headers, file, parameters, expected) => {
    const { status, code } = await sendImport(
      site,
      { browser: await newMember(), ...(headers && { headers }) },
      file,
      parameters,
    );
    expect([status, code]).toEqual(expected);
  });

  test("an export in an unknown format", async () => {
    const { status, code } = await sendExport(site, { browser: await newMember() }, "?format=xml");
    expect([status, code]).toEqual([400, "BAD_USER_INPUT"]);
  });

  test("the eleventh import of an hour", async () => {
    const owner = await newMember();
    for (let count = 0; count < 10; count++) expect((await sendImport(site, { browser: owner }, [])).status).toBe(200);
    const { status, headers, text } = await sendImport(site, { browser: owner }, []);
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(JSON.parse(text)).toMatchObject({
      errors: [{ extensions: { retryAfter: Number(headers["retry-after"]) } }],
    });
  });

  test("a zip with more megabytes in it than a newcomer may bring a day", async () => {
    const owner = await newMember();
    const zip = Buffer.from(zipSync({ "a.md": new Uint8Array(15 * 1024 * 1024).fill(32) }));
    expect((await sendImport(site, { browser: owner }, zip, "")).status).toBe(200);
    expect((await sendImport(site, { browser: owner }, zip, "")).status).toBe(429);
  });

  test("more megabytes a day than a newcomer may bring", async () => {
    const owner = await newMember();
    const file = Buffer.from(`[${" ".repeat(15 * 1024 * 1024)}]`);
    expect((await sendImport(site, { browser: owner }, file)).status).toBe(200);
    expect((await sendImport(site, { browser: owner }, file)).status).toBe(429);
  });
});
