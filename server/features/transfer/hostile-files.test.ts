import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { FileFaultCode } from "../../../contract/transfer";
import { isRefusal } from "./file-prompt";
import { readImportFile } from "./import-file";

const OPTIONS = { locale: "en", keepsPlaceholders: false } as const;
const read = (bytes: Uint8Array, options: object = {}) =>
  readImportFile(Buffer.from(bytes), { ...OPTIONS, ...options });
const refusalsOf = async (bytes: Uint8Array, options: object = {}) =>
  (await read(bytes, options)).prompts.map((entry) => (isRefusal(entry) ? entry.code : entry.draft.texts[0]?.content));

/** Changes a field of each entry of a zip, in its own head and in the table of contents. */
function patched(zip: Uint8Array, { local, central, value }: { local: number; central: number; value: number[] }) {
  const bytes = Buffer.from(zip);
  for (const [signature, offset] of [
    ["PK\x03\x04", local],
    ["PK\x01\x02", central],
  ] as const) {
    for (let at = bytes.indexOf(signature, 0, "latin1"); at >= 0; at = bytes.indexOf(signature, at + 4, "latin1"))
      bytes.set(value, at + offset);
  }
  return bytes;
}

const small = zipSync({ "a.md": strToU8("One"), "b.md": strToU8("Two") });

test.each<[string, Uint8Array, FileFaultCode]>([
  ["of 30 MB in 30 kB", zipSync({ "a.md": new Uint8Array(30 * 1024 * 1024) }), "TOO_LARGE"],
  [
    "of many files that are 30 MB together",
    zipSync(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`${String(index)}.md`, new Uint8Array(1024 * 1024)]),
      ),
    ),
    "TOO_LARGE",
  ],
  [
    "of 50,001 files",
    zipSync(
      Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`${String(index)}.png`, new Uint8Array()])),
      { level: 0 },
    ),
    "TOO_MANY",
  ],
  [
    "of 10,001 prompts",
    zipSync(
      Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${String(index)}.md`, strToU8("Say.")])),
      { level: 0 },
    ),
    "TOO_MANY",
  ],
  ["that is cut off", small.subarray(0, small.length - 10), "UNREADABLE_FILE"],
  ["that has only begun", small.subarray(0, 4), "UNREADABLE_FILE"],
  ["with a password", patched(small, { local: 6, central: 8, value: [1, 0] }), "ENCRYPTED"],
  ["without files", zipSync({}), "NO_PROMPTS"],
  ["without Markdown", zipSync({ "a.txt": strToU8("One"), ".b.md": strToU8("Two") }), "NO_PROMPTS"],
])("a zip %s is refused as a whole", async (_, zip, code) => {
  await expect(read(zip)).rejects.toMatchObject({ code });
});

test("what is no zip is refused if it is said to be one", async () => {
  await expect(read(Buffer.from("[]"), { format: "zip" })).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
});

test.each(["../../tmp/x.md", "..\\x.md", "/etc/x.md", "C:\\x.md", "a/../x.md"])(
  "a file of a zip that would be stored at %s is refused by its path, the others are taken",
  async (path) => {
    const zip = zipSync({ "a.md": strToU8("One"), [path]: strToU8("Two"), "./b.md": strToU8("Three") });
    const { prompts } = await read(zip);
    expect(await refusalsOf(zip)).toEqual(["One", "UNREADABLE", "Three"]);
    expect(prompts[1]).toMatchObject({ entry: 2, file: path.replaceAll("\\", "/"), field: null });
  },
);

test("a path that leads out of a zip is of no account in a file that is left out anyway", async () => {
  expect(await refusalsOf(zipSync({ "../a.png": strToU8("One"), "b.md": strToU8("Two") }))).toEqual(["Two"]);
});

test("a zip with a password is refused whatever its paths are", async () => {
  const zip = patched(zipSync({ "/etc/a.md": strToU8("One") }), { local: 6, central: 8, value: [1, 0] });
  await expect(read(zip)).rejects.toMatchObject({ code: "ENCRYPTED" });
});

test("files of a zip with more in them than they say are refused, the others are taken", async () => {
  const bomb = patched(zipSync({ "a.md": new Uint8Array(30 * 1024 * 1024) }), {
    local: 22,
    central: 24,
    value: [10, 0, 0, 0],
  });
  expect(await refusalsOf(bomb)).toEqual(["UNREADABLE"]);
  const mixed = Buffer.from(
    zipSync({ "a.md": [strToU8("One ".repeat(100)), { level: 9 }], "b.md": [strToU8("Two"), { level: 0 }] }),
  );
  mixed.fill(0xff, 34, 38);
  expect(await refusalsOf(mixed)).toEqual(["UNREADABLE", "Two"]);
});

test("files of a zip that are compressed in another way are refused, the others are taken", async () => {
  const zip = patched(small, { local: 8, central: 10, value: [93, 0] });
  expect(await refusalsOf(zip)).toEqual(["UNREADABLE", "UNREADABLE"]);
});

test("a file of a zip that is no text is refused, the others are taken", async () => {
  const zip = zipSync({ "a.md": new Uint8Array([0xff, 0, 0, 1, 0xd8, 3]), "b.md": strToU8("Two") });
  expect(await refusalsOf(zip)).toEqual(["UNREADABLE", "Two"]);
});

const level = (name: string, of: string) =>
  `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(", ")}]`;
test.each([
  [
    "aliases that multiply",
    `a: &a [x]\n${["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"].map(([name = "", of = ""]) => level(name, of)).join("\n")}`,
  ],
  ["nesting without end", `tags: ${"[".repeat(30_000)}`],
  ["a mistake", "title: [a"],
  ["two of a key", "title: a\ntitle: b"],
])("front matter with %s is refused by its line", async (_, yaml) => {
  const { prompts } = await read(Buffer.from(`---\n${yaml}\n---\nText`));
  expect(prompts).toEqual([
    { line: expect.any(Number) as number, entry: 1, file: null, code: "UNREADABLE", field: null },
  ]);
});

test("front matter without end is a text", async () => {
  expect(await refusalsOf(Buffer.from(`---\ntitle: a\n${"x: y\n".repeat(10)}`))).toEqual([
    `---\ntitle: a\n${"x: y\n".repeat(10)}`,
  ]);
  expect(await refusalsOf(Buffer.from("---\nJust a line between paragraphs.\n---\nText"))).toHaveLength(1);
});

test.each<[string, Uint8Array]>([
  [
    "a picture",
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  ],
  ["half a character of UTF-16", Buffer.concat([Buffer.from("\ufeffact,prompt\na,b", "utf16le"), Buffer.from([0xd8])])],
  ["UTF-8 with a mark that is cut off", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xc3])],
  ["all bytes", Buffer.from(Array.from({ length: 2560 }, (_, index) => index % 256))],
])("%s is no text", async (_, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({ code: "ENCODING" });
});

test("a JSON object is a prompt if it has a text, not if it only has a description", async () => {
  expect(await refusalsOf(Buffer.from('{"name":"Poet","prompt":"Write a poem."}'))).toEqual(["Write a poem."]);
  const settings = Buffer.from('{"name":"app","description":"An app","version":"1.0.0"}');
  await expect(read(settings)).rejects.toMatchObject({ code: "NO_PROMPTS" });
});

test("a number is a title or a text as it is written", async () => {
  const prompts = [
    { title: 1984, content: "Sum it up." },
    { name: "Year", prompt: 2026, remark: 0 },
    { productionPrompt: { prompt: 1.5 } },
  ];
  const file = await read(Buffer.from(JSON.stringify(prompts)));
  expect(file.prompts).toMatchObject(
    [
      { title: "1984", content: "Sum it up." },
      { title: "Year", content: "2026", remark: "0" },
      { title: "1.5", content: "1.5" },
    ].map((text) => ({ draft: { texts: [text] } })),
  );
});

test("JSON lines without end are not read to their end", async () => {
  await expect(read(Buffer.from('{"a":1}\n'.repeat(500_000)))).rejects.toMatchObject({ code: "TOO_MANY" });
});
