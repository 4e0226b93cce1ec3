import type { ExportedPrompt } from "../../../contract/transfer";

/** Writes prompts to a file, piece by piece. */
export interface ExportFile {
  readonly type: string;
  readonly extension: string;
  readonly hasFavorites: boolean;
  /** How many texts it can hold. */
  readonly maxTexts: number;
  add(prompts: readonly ExportedPrompt[]): string | Uint8Array;
  end(favorites: readonly number[]): string | Uint8Array;
}
