import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../../../contract/locales";
import { projectRoot } from "../../platform/config/project-root";
import { type DocFile, parseDocFile } from "./doc.file";

export interface StoredDoc extends DocFile {
  /** Below the locale's folder, without ".md". */
  path: string;
  /** The language that it is written in. */
  locale: Locale;
}

/** Longer names are no files of ours, and an error to the disk. */
const LONGEST_PATH = 200;
/** Nothing that leads out of the folder, and one spelling only: some disks do not tell "A" from "a". */
const PATH = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** The texts in `docs-content/`. They are read at run time, so an edit of one shows without a build or a restart. */
export class DocStore {
  /** By file, with the source that it was made of. */
  private readonly parsed = new Map<string, { source: string; doc: DocFile }>();

  constructor(private readonly directory = join(projectRoot(), "docs-content")) {}

  /** The page in that language, or in English where it lacks it; null where there is none. */
  async find(locale: Locale, path: string): Promise<StoredDoc | null> {
    if (path.length > LONGEST_PATH || !PATH.test(path)) return null;
    return (await this.read(locale, path)) ?? (await this.read(FALLBACK_LOCALE, path));
  }

  /** Every page in every language that it is written in. */
  async all(): Promise<StoredDoc[]> {
    const languages = await Promise.all(
      LOCALE_CODES.map(async (locale) => {
        const files = await readdir(join(this.directory, locale), { recursive: true });
        const paths = files
          .filter((file) => file.endsWith(".md"))
          .map((file) => file.replaceAll("\\", "/").slice(0, -3));
        return Promise.all(paths.sort().map((path) => this.read(locale, path)));
      }),
    );
    return languages.flat().filter((doc) => doc !== null);
  }

  private async read(locale: Locale, path: string): Promise<StoredDoc | null> {
    const file = join(this.directory, locale, `${path}.md`);
    const source = await readFile(file, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    });
    if (source === null) return null;
    let known = this.parsed.get(file);
    if (known?.source !== source) {
      known = { source, doc: parseDocFile(source) };
      this.parsed.set(file, known);
    }
    return { ...known.doc, path, locale };
  }
}

/** Files hold no state of an app, so one serves every app of the process. */
export const docStore = new DocStore();
