import { isLocale, type Locale } from "../../../contract/locales";
import { type RefusalCode, TRANSFER_LIMITS } from "../../../contract/transfer";
import type { WrittenText } from "../../../contract/prompt-text";
import { ImportFailedError } from "./import-failure";

/** Where an entry stands. */
export interface FilePlace {
  /** Null where lines do not matter. */
  line: number | null;
  /** Which one of its list it is, from 1 on. */
  entry: number;
  /** The path within a zip. */
  file: string | null;
}

export interface FileText extends WrittenText {
  locale: Locale;
}

/** A prompt of the file, of the right shape; whether its words may be stored is asked later. */
export interface FilePrompt extends FilePlace {
  /** Its number in the account that was exported; null where the file does not say of which site. */
  id: number | null;
  draft: { sourceLocale: Locale; texts: FileText[]; tags: readonly string[] };
  /** Its tags are taken as far as this site has them. */
  isPlain: boolean;
  /** Named by the file apart from its words, so that two that are the same are two. */
  isNumbered: boolean;
  /** Of `${name}`. */
  blanks: number;
}

export interface FileRefusal extends FilePlace {
  code: RefusalCode;
  field: string | null;
}

export function isRefusal(entry: FilePrompt | FileRefusal): entry is FileRefusal {
  return "code" in entry;
}

/** The prompts and favourites of a file, filled while it is read. */
export class ImportFile {
  readonly prompts: (FilePrompt | FileRefusal)[] = [];
  readonly favorites: (FilePlace & { id: number })[] = [];
  readonly refusedFavorites: FileRefusal[] = [];
  /** The address of the site that wrote it, if it says so. */
  site: string | null = null;
  /** The encoding that was guessed. */
  encoding: string | null = null;
  private readonly numbered = new Map<string, FilePrompt>();

  /** @param bytes after decompression, of what was read */
  constructor(public bytes = 0) {}

  /** @throws TOO_MANY */
  add(entry: FilePrompt | FileRefusal): void {
    if (this.prompts.push(entry) > TRANSFER_LIMITS.prompts)
      throw new ImportFailedError("TOO_MANY", entry.line, TRANSFER_LIMITS.prompts);
  }

  /**
   * A text of a prompt whose languages stand in rows or files of their own.
   * @param id of the prompt in this file
   * @param prompt with this text alone
   * @param sourceLocale the first text's if not given
   * @throws TOO_MANY
   */
  addText(id: string, prompt: FilePrompt, sourceLocale?: Locale): void {
    const earlier = this.numbered.get(id);
    const { draft, line, entry, file } = prompt;
    if (!earlier) {
      this.numbered.set(id, prompt);
      this.add(prompt);
      return;
    }
    const isTwice = draft.texts.some(({ locale }) => earlier.draft.texts.some((other) => other.locale === locale));
    if (isTwice) {
      this.add({ line, entry, file, code: "UNREADABLE", field: "texts" });
      return;
    }
    earlier.draft.texts.push(...draft.texts);
    if (draft.texts.some(({ locale }) => locale === sourceLocale)) earlier.draft.sourceLocale = draft.sourceLocale;
  }
}

/** In either case: GraphQL's are in capitals. */
export function localeOf(value: unknown): Locale | undefined {
  const code = typeof value === "string" ? value.toLowerCase() : "";
  return isLocale(code) ? code : undefined;
}
