import { Zip, ZipDeflate } from "fflate";
import { stringify } from "yaml";
import type { ExportedPrompt, ExportedText } from "../../../contract/transfer";
import type { ExportFile } from "./export-file";
import { sourceFirst } from "./source-first";

/** In code points. */
const MAX_SLUG = 60;

/** A zip with a Markdown file for each text, the other fields in its front matter. */
export class MarkdownExport implements ExportFile {
  readonly type = "application/zip";
  readonly extension = "zip";
  readonly hasFavorites = false;
  /** A zip has no more files without its extension for large ones, which fflate does not write. */
  readonly maxTexts = 65_535;
  private chunks: Uint8Array[] = [];
  private count = 0;
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.chunks.push(chunk);
  });

  add(prompts: readonly ExportedPrompt[]): Uint8Array {
    for (const prompt of prompts) for (const text of sourceFirst(prompt)) this.addText(prompt, text);
    return this.take();
  }

  end(): Uint8Array {
    this.zip.end();
    return this.take();
  }

  private addText(prompt: ExportedPrompt, text: ExportedText): void {
    if ((this.count += 1) > this.maxTexts) throw new Error("The zip has as many files as it can have.");
    const file = new ZipDeflate(`${prompt.id}-${slugOf(text.title)}.${text.locale}.md`);
    file.mtime = prompt.updatedAt;
    this.zip.add(file);
    file.push(Buffer.from(markdownOf(prompt, text)), true);
  }

  private take(): Uint8Array {
    const chunk = Buffer.concat(this.chunks);
    this.chunks = [];
    return chunk;
  }
}

function markdownOf(
  { id, sourceLocale, shared, tags }: ExportedPrompt,
  { locale, title, content, remark, notes }: ExportedText,
): string {
  const matter = { id, locale, sourceLocale, title, ...(remark && { remark }), ...(notes && { notes }), tags, shared };
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n\n${content}\n`;
}

/** A part of a file's name that every system takes. The id before it makes it unique. */
function slugOf(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return [...words].slice(0, MAX_SLUG).join("").replace(/^-|-$/g, "") || "prompt";
}
