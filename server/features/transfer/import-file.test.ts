import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type FilePrompt, type FileRefusal, isRefusal } from "./file-prompt";
import { readImportFile } from "./import-file";

const PLAIN = { locale: "en", remark: null, notes: null, tags: [] as string[], blanks: 0 };

/** The parts of an entry that matter: a prompt as an object, a refusal as a list. */
function essence(entry: FilePrompt | FileRefusal): unknown {
  const { line, entry: number, file } = entry;
  if (isRefusal(entry)) return [file ?? line, number, entry.code, entry.field];
  const [text] = entry.draft.texts;
  const { tags } = entry.draft;
  return {
    ...text,
    remark: text?.remark || null,
    notes: text?.notes || null,
    tags: tags.map((tag) => tag.trim()).filter(Boolean),
    blanks: entry.blanks,
  };
}

async function read(name: string, options: object = {}) {
  const bytes = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const file = await readImportFile(bytes, { locale: "en", keepsPlaceholders: false, ...options });
  return { encoding: file.encoding, entries: file.prompts.map(essence), lines: file.prompts.map(({ line }) => line) };
}

const prompt = (title: string, content: string, others: object = {}) => ({ ...PLAIN, title, content, ...others });

test.each<[string, unknown[]]>([
  [
    "json-name-prompt.json",
    [
      prompt("Storyteller", "Tell me a story about {{topic:the sea}}.", { blanks: 1 }),
      prompt("Coach", "Be my coach.", { remark: "Before a race", tags: ["life", "Writing", "unheard-of"] }),
    ],
  ],
  ["json-act-prompt.json", [prompt("Linux Terminal", "I want you to act as a Linux terminal.")]],
  [
    "json-title-text.json",
    [
      prompt("In capitals", "Say it.", { locale: "de" }),
      prompt("Only a description.", "Only a description."),
      prompt("Rules for a good summary", "## Rules for a **good** summary\n\nBe short."),
      [null, 4, "REQUIRED", "content"],
    ],
  ],
  [
    "object-prompts.json",
    [
      prompt("Poet", "Write a poem about {{topic}}.", {
        remark: "For birthdays",
        notes: "From a book",
        tags: ["write"],
      }),
    ],
  ],
  [
    "json-lines.jsonl",
    [
      prompt("One", "Say one."),
      [3, 2, "UNREADABLE", null],
      prompt("Two", "Say two."),
      [5, 4, "UNREADABLE", null],
      prompt("Four", "Say four.", { tags: ["code"] }),
    ],
  ],
  [
    "open-webui.json",
    [
      prompt("Summarize", "Summarize in {{language}}:\n\n{{CLIPBOARD}}"),
      prompt("Translate", "Translate {{text}}.", { tags: ["translate"] }),
      prompt(
        "Post",
        "Generate a post for {{platform|LinkedIn / Instagram}} by {{USER_NAME}}.\n\nTone: {{tone|Casual / Formal:Casual}}",
        { blanks: 2 },
      ),
    ],
  ],
  [
    "librechat.json",
    [
      prompt("Code reviewer", "Review this code: {{code}}", { remark: "Finds what a compiler does not" }),
      [null, 2, "REQUIRED", "content"],
    ],
  ],
  [
    "librechat-prompts.json",
    [prompt("Review this code: [code]", "Review this code: {{code}}"), prompt("Nested", "Say it.")],
  ],
  [
    "ai-prompt-genius.json",
    [
      prompt("Weekly report", "Summarise this week: {{notes}}", { remark: "On Fridays", tags: ["write", "work life"] }),
      prompt("Plain", "Say it."),
    ],
  ],
  [
    "ai-prompt-genius.csv",
    [
      prompt("Weekly report", "Summarise this week, please: {{notes}}", {
        remark: "On Fridays",
        tags: ["write", "code"],
      }),
      prompt("Plain", "Say it."),
    ],
  ],
  [
    "csv-semicolon-sep.csv",
    [
      prompt("Dichter", "Schreibe; reime\nnicht.", { tags: ["write", "code"] }),
      prompt("Redner", "Halte eine Rede, kurz."),
    ],
  ],
  [
    "csv-no-heading.csv",
    [prompt("Storyteller", "Tell me a story, please."), prompt("Translator", 'Translate "{{word}}", nothing else.')],
  ],
  [
    "csv-one-column.csv",
    [
      prompt("Tell me, in one sentence, about [topic].", "Tell me, in one sentence, about {{topic}}."),
      prompt('Say "yes".', 'Say "yes".'),
    ],
  ],
  ["csv-utf16.txt", [prompt("诗人", "写一首关于{{主题}}的诗。\n短一点。"), prompt("Écrivain", "Écris.")]],
  [
    "csv-dollar-placeholders.csv",
    [
      prompt(
        "Interviewer",
        "Act as an interviewer for the {{Position Title:Software Developer}} position. Ask {{number of questions}}.",
        { blanks: 2 },
      ),
      prompt("Shell", "Explain `echo $${PATH}`, \\${HOME} and ${x.y}:\n```sh\necho ${HOME}\n```\nThen {{topic}}.", {
        blanks: 1,
      }),
    ],
  ],
  [
    "csv-broken-quote.csv",
    [
      prompt("One", "Say one."),
      [3, 2, "UNREADABLE", null],
      prompt("Three", "Say three."),
      prompt("Say four.", "Say four."),
      [6, 5, "REQUIRED", "content"],
    ],
  ],
  [
    "front-matter.md",
    [
      prompt("1984", "\n\nRésume {{chapitre:le premier chapitre}}.\n", {
        locale: "fr",
        remark: 'For readers of "Orwell"',
        notes: "From a book.\nSecond line.\n",
        tags: ["write", "Code"],
        blanks: 1,
      }),
    ],
  ],
  ["unreadable.md", [[4, 1, "UNREADABLE", null]]],
])("%s is read by its content", async (name, expected) => {
  const { entries, encoding } = await read(name);
  expect(entries).toEqual(expected);
  expect(encoding).toBeNull();
});

test.each<[string, string, unknown[]]>([
  ["csv-utf16-no-mark.csv", "utf-16le", [prompt("Poet", "Write a poem.")]],
  [
    "csv-windows-1252.csv",
    "windows-1252",
    [
      prompt(
        "Résumé",
        "Résume ce texte en français – sans « détails » inutiles – et garde les idées générales : {{texte}}",
      ),
      prompt("Été", "Écris un poème d’été où le cœur est léger."),
    ],
  ],
  [
    "csv-shift-jis.csv",
    "shift_jis",
    [
      prompt("要約", "次の文章を短く要約してください。重要な点だけを残してください。"),
      prompt("翻訳", "この文を英語に翻訳してください。"),
    ],
  ],
  [
    "markdown.zip",
    "windows-1252",
    [
      expect.objectContaining({ title: "1984", locale: "fr" }),
      prompt("诗人", "# 诗人\n\n写一首诗。\n"),
      ["prompts/broken.md", 3, "UNREADABLE", null],
      prompt("title", "title\n\nRésume ce texte en français, sans les détails inutiles, et garde les idées générales."),
    ],
  ],
])("%s is read by its content, with the encoding %s guessed", async (name, guess, expected) => {
  const { entries, encoding } = await read(name);
  expect(entries).toEqual(expected);
  expect(encoding).toBe(guess);
});

test.each<[string, string]>([
  ["heading.md", "Rules for agents"],
  ["plain.md", "Summarise the report in [language], and name every number…"],
])("the title of %s is made from its text", async (name, title) => {
  const { entries } = await read(name, { format: "md" });
  expect(entries).toMatchObject([{ title }]);
});

test("a plain text is no list of prompts, unless it is said to be Markdown", async () => {
  await expect(read("heading.md")).rejects.toMatchObject({ code: "MISSING_COLUMNS" });
});

test("placeholders stay if the sender wants them to", async () => {
  const { entries } = await read("csv-dollar-placeholders.csv", { keepsPlaceholders: true });
  expect(entries).toMatchObject([
    { content: expect.stringContaining("${Position Title:Software Developer}") as string, blanks: 0 },
    { blanks: 0 },
  ]);
});
