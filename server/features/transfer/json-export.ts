import { EXPORT_FORMAT, EXPORT_VERSION, type ExportedPrompt, type ExportHead } from "../../../contract/transfer";
import type { ExportFile } from "./export-file";

/** A head, then one prompt a line. */
export class JsonExport implements ExportFile {
  readonly type = "application/json; charset=utf-8";
  readonly extension = "json";
  readonly maxTexts = Infinity;
  readonly hasFavorites = true;

  private isBegun = false;

  constructor(private readonly site: string) {}

  add(prompts: readonly ExportedPrompt[]): string {
    const lines = prompts.map((prompt) => JSON.stringify(prompt)).join(",\n");
    return `${this.isBegun ? "," : this.begin()}\n${lines}`;
  }

  end(favorites: readonly number[]): string {
    return `${this.isBegun ? "" : this.begin()}\n],\n"favorites":${JSON.stringify(favorites.map(String))}}\n`;
  }

  private begin(): string {
    this.isBegun = true;
    const exportedAt = new Date().toISOString();
    const head: ExportHead = { format: EXPORT_FORMAT, version: EXPORT_VERSION, site: this.site, exportedAt };
    return `${JSON.stringify(head).slice(0, -1)},\n"prompts":[`;
  }
}
