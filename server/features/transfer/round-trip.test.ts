import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { normalizeText } from "../../../contract/prompt-text";
import type { ExportedPrompt } from "../../../contract/transfer";
import { exportFile } from "./export.service";
import { isRefusal } from "./file-prompt";
import { readImportFile } from "./import-file";

const NASTY = [
  "---",
  "\n",
  " ",
  "a",
  "é",
  "诗",
  "𠀀",
  '"',
  "'",
  ",",
  ";",
  "\t",
  ":",
  "#",
  "- ",
  "${a}",
  "{{b|c:d}}",
  "\\",
  "=1+1",
  "null",
  "|",
  ">",
  "&x",
  "*x",
  "!",
  "%",
  "@",
  "`",
  "sep=;",
  "\u200b",
];
const words = fc.array(fc.constantFrom(...NASTY), { maxLength: 12 }).map((parts) => parts.join(""));
const text = fc
  .record({ title: words, content: words, remark: words, notes: words })
  .map(({ title, content, remark, notes }) =>
    normalizeText({ title: `T${title}`, content: `C${content}`, remark: remark || null, notes: notes || null }),
  );
const prompt = fc
  .record({
    texts: fc.uniqueArray(fc.record({ locale: fc.constantFrom(...LOCALE_CODES), text }), {
      selector: ({ locale }) => locale,
      minLength: 1,
      maxLength: 4,
    }),
    source: fc.nat(),
    tags: fc.subarray(["write", "code", "life"]),
    shared: fc.boolean(),
  })
  .map(({ texts, source, tags, shared }) => ({
    texts: texts.map((each) => ({ locale: each.locale, ...each.text })),
    sourceLocale: texts[source % texts.length]?.locale ?? "en",
    tags,
    shared,
  }));

const byLocale = (one: { locale: string }, other: { locale: string }) => (one.locale < other.locale ? -1 : 1);

test.each(["json", "csv", "md"] as const)("what is exported as %s is imported as it was", async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(prompt, { minLength: 1, maxLength: 5 }), async (given) => {
      const at = "2026-11-29T12:00:00.000Z";
      const prompts: ExportedPrompt[] = given.map((each, index) => ({
        id: String(1001 + index),
        createdAt: at,
        updatedAt: at,
        ...each,
      }));
      const out = exportFile(format, "http://localhost:3000");
      const bytes = Buffer.concat(
        [...prompts.map((each) => out.add([each])), out.end([])].map((part) => Buffer.from(part)),
      );
      const file = await readImportFile(bytes, { locale: "en", keepsPlaceholders: false });
      const read = file.prompts.map((entry) => {
        if (isRefusal(entry)) return entry;
        const { sourceLocale, texts, tags } = entry.draft;
        return {
          sourceLocale,
          texts: texts.map(({ locale, ...written }) => ({ locale, ...normalizeText(written) })).sort(byLocale),
          tags: tags.map((tag) => tag.trim()).filter(Boolean),
        };
      });
      expect(read).toEqual(
        given.map(({ sourceLocale, texts, tags }) => ({ sourceLocale, texts: texts.toSorted(byLocale), tags })),
      );
    }),
  );
});
