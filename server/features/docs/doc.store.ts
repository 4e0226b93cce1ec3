import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../../../contract/locales";
import { projectRoot } from "../../platform/config/project-root";
import { type DocFile, parseDocFile } from "./doc.file";

export interface StoredDoc extends DocFile {
  /** Relative to the locale's folder, without ".md". */
  path: string;
  /** The language it is written in. */
  locale: Locale;
}

/** Longer paths are never ours and would be a file system error. */
const MAX_PATH_LENGTH = 200;
/** Prevents path traversal, and allows lower case only, because some file systems are case-insensitive. */
const PATH = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** A file takes up to 10 ms to parse, and the sitemap asks for all of them: other requests are answered in between. */
const oncePerTurn = pLimit(1);

async function parseInTurn(source: string): Promise<DocFile> {
  await setImmediate();
  return parseDocFile(source);
}

/** The texts in `docs-content/`, read at run time, so that edits show without a build or a restart. */
export class DocStore {
  /** Parsed files, with the source they were parsed from. */
  private readonly parsed = new Map<string, { source: string; doc: DocFile }>();

  constructor(private readonly directory = join(projectRoot(), "docs-content")) {}

  /** The page in this language, or in English if it is not translated; null if there is none. */
  async find(locale: Locale, path: string): Promise<StoredDoc | null> {
    if (path.length > MAX_PATH_LENGTH || !PATH.test(path)) return null;
    return (await this.read(locale, path)) ?? (await this.read(FALLBACK_LOCALE, path));
  }

  /** Every page in every language it is available in. */
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
    let cached = this.parsed.get(file);
    if (cached?.source !== source) {
      cached = { source, doc: await oncePerTurn(() => parseInTurn(source)) };
      this.parsed.set(file, cached);
    }
    return { ...cached.doc, path, locale };
  }
}

/** Holds no state of an app, so one instance serves every app of the process. */
export const docStore = new DocStore();
