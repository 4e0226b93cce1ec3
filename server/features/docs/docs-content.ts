import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import imageSize from "image-size";
import { z } from "zod";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../../../contract/locales";
import { projectRoot } from "../../platform/config/project-root";
import {
  type EnglishPageFacts,
  parseEnglishPage,
  parseEnglishPost,
  parseTranslation,
  sourceHash,
  type TranslationFacts,
} from "./doc-file";
import { releaseGrammars } from "./highlight";
import { type DocPicture, pathOfFile, type RenderedDoc, renderDoc } from "./doc-markdown";

/** A page, or a post, as it is shown to readers of a language. */
export interface StoredText extends RenderedDoc {
  /** Below /docs/, or the slug of a post. */
  path: string;
  /** Of the text. The title may be translated though the text is not. */
  locale: Locale;
  /** Below `docs-content/`: of the text. */
  file: string;
  title: string;
  description: string;
}

export interface StoredDoc extends StoredText {
  group: string;
  tags: readonly string[];
  updatedAt: Date;
}

export interface StoredPost extends StoredText {
  publishedAt: Date;
}

/** A translation that no longer says what the English text does, or a title alone. */
export interface TranslationState {
  locale: Locale;
  file: string;
  state: "missing" | "title only" | "stale" | "current";
  /** As the check compares them: by kind, what differs from the English text. */
  differs: string[];
}

const SIDEBAR = z.array(z.strictObject({ group: z.string(), pages: z.array(z.string()) }));
const LABELS = z.strictObject({
  groups: z.record(z.string(), z.strictObject({ label: z.string(), description: z.string().optional() })),
  tags: z.record(z.string(), z.string()),
});

export type DocLabels = z.infer<typeof LABELS>;
export type DocSidebar = z.infer<typeof SIDEBAR>;

/** The docs of one version, read from a folder with a folder for each language. */
export class DocsVersion {
  readonly sidebar: DocSidebar;
  private readonly labels: ReadonlyMap<Locale, DocLabels>;
  private readonly pages = new Map<Locale, Map<string, StoredDoc>>();
  private readonly allPosts = new Map<Locale, StoredPost[]>();
  readonly translations: TranslationState[] = [];

  /**
   * @param folder of this version
   * @param name "" for the current one; others are at /docs/{name}/
   * @throws if the folder has what it must not have, with the file
   */
  constructor(
    private readonly folder: string,
    readonly name: string,
    private readonly images: string,
  ) {
    this.sidebar = SIDEBAR.parse(this.json("sidebar.json"));
    this.labels = new Map(LOCALE_CODES.map((locale) => [locale, LABELS.parse(this.json(`${locale}/labels.json`))]));
    const groups = new Map(this.sidebar.flatMap(({ group, pages }) => pages.map((path) => [path, group] as const)));
    for (const locale of LOCALE_CODES) {
      this.pages.set(locale, new Map());
      this.allPosts.set(locale, []);
    }
    for (const file of this.files(FALLBACK_LOCALE)) {
      named(`${FALLBACK_LOCALE}/${file}`, () => {
        if (file.startsWith("blog/")) this.addPost(file);
        else this.addPage(file, groups);
      });
    }
    for (const [path] of groups)
      if (!this.pages.get(FALLBACK_LOCALE)?.has(path))
        throw new Error(`The sidebar names a page that is not there: ${path}`);
    for (const posts of this.allPosts.values()) posts.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
    this.refuseStrays();
  }

  /** The address below /docs/ of a page. */
  addressOf(path: string): string {
    return this.name === "" ? path : `${this.name}/${path}`;
  }

  page(locale: Locale, path: string): StoredDoc | undefined {
    return this.pages.get(locale)?.get(path);
  }

  /** In the order of the sidebar. */
  pagesOf(locale: Locale): StoredDoc[] {
    const paths = this.sidebar.flatMap(({ pages }) => pages);
    return paths.flatMap((path) => this.page(locale, path) ?? []);
  }

  /** Newest first. */
  posts(locale: Locale): readonly StoredPost[] {
    return this.allPosts.get(locale) ?? [];
  }

  labelsOf(locale: Locale): DocLabels {
    const labels = this.labels.get(locale);
    if (!labels) throw new RangeError(`No labels in ${locale}`);
    return labels;
  }

  private addPage(file: string, groups: ReadonlyMap<string, string>): void {
    const path = pathOfFile(file);
    const group = groups.get(path);
    if (group === undefined) throw new Error("The sidebar does not name this page");
    const english = parseEnglishPage(this.read(`${FALLBACK_LOCALE}/${file}`));
    const { tags, updated }: EnglishPageFacts = english.facts;
    const unknown = tags.filter((tag) => !Object.hasOwn(this.labelsOf(FALLBACK_LOCALE).tags, tag));
    if (unknown.length > 0) throw new Error(`Unknown tags: ${unknown.join(", ")}`);
    for (const text of this.inAllLanguages(file, english))
      this.pages.get(text.shownIn)?.set(path, { ...text.stored, path, group, tags, updatedAt: new Date(updated) });
  }

  private addPost(file: string): void {
    const english = parseEnglishPost(this.read(`${FALLBACK_LOCALE}/${file}`));
    const path = pathOfFile(file).slice("blog/".length);
    for (const text of this.inAllLanguages(file, english))
      this.allPosts.get(text.shownIn)?.push({ ...text.stored, path, publishedAt: new Date(english.facts.date) });
  }

  private inAllLanguages(file: string, english: { facts: { title: string; description: string }; text: string }) {
    const source = this.render(FALLBACK_LOCALE, file, english.text);
    const place = this.name === "" ? "" : `versions/${this.name}/`;
    return LOCALE_CODES.map((locale) => {
      const path = `${locale}/${file}`;
      const isThere = locale !== FALLBACK_LOCALE && existsSync(join(this.folder, path));
      const translated = isThere ? named(path, () => parseTranslation(this.read(path))) : undefined;
      const { title, description } = translated?.facts ?? english.facts;
      const hasText = translated !== undefined && translated.text !== "";
      const rendered = hasText
        ? named(path, () => this.render(locale, file, translated.text, source.headings))
        : source;
      if (locale !== FALLBACK_LOCALE)
        this.translations.push({
          locale,
          file,
          state: stateOf(translated, english),
          differs: hasText ? differences(source, rendered) : [],
        });
      const written: Locale = hasText ? locale : FALLBACK_LOCALE;
      return {
        shownIn: locale,
        stored: { ...rendered, locale: written, file: `${place}${written}/${file}`, title, description },
      };
    });
  }

  private render(locale: Locale, file: string, text: string, english?: RenderedDoc["headings"]): RenderedDoc {
    return renderDoc(text, {
      file,
      root: this.name === "" ? "/docs" : `/docs/${this.name}`,
      headingIds: english?.map(({ id }) => id),
      picture: (name) => this.picture(locale, name),
    });
  }

  /** Of the language, else the English one. @param url such as "pictures/search.webp", as it stands in texts */
  private picture(locale: Locale, url: string): DocPicture {
    const name = /^(?:\.\.\/)*pictures\/([a-z0-9-]+)\.webp$/.exec(url)?.[1];
    if (name === undefined) throw new Error(`Pictures are at pictures/….webp: ${url}`);
    const folder = [locale, FALLBACK_LOCALE].find((each) => existsSync(join(this.images, each, `${name}-dark.webp`)));
    if (folder === undefined) throw new Error(`There is no picture ${name}: take it with npm run docs:pictures`);
    const address = (mode: string) => `/docs-images/${folder}/${name}-${mode}.webp`;
    const { width, height } = imageSize(readFileSync(join(this.images, folder, `${name}-dark.webp`)));
    // They are taken at two pixels a unit.
    return { dark: address("dark"), light: address("light"), width: width / 2, height: height / 2 };
  }

  /** A translation of what is not there in English would never be seen. */
  private refuseStrays(): void {
    const english = new Set(this.files(FALLBACK_LOCALE));
    for (const locale of LOCALE_CODES)
      for (const file of this.files(locale))
        if (!english.has(file)) throw new Error(`docs-content/${locale}/${file} has no English text`);
  }

  private files(locale: Locale): string[] {
    const files = readdirSync(join(this.folder, locale), { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.replaceAll("\\", "/"))
      .sort();
  }

  private read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  private json(path: string): unknown {
    return named(path, () => JSON.parse(this.read(path)) as unknown);
  }
}

function stateOf(
  translated: { facts: TranslationFacts; text: string } | undefined,
  english: Parameters<typeof sourceHash>[0],
): TranslationState["state"] {
  if (translated === undefined) return "missing";
  const hasText = translated.text !== "";
  if (translated.facts.source !== sourceHash(english, hasText)) return "stale";
  return hasText ? "current" : "title only";
}

/** What a translation must have in common with its source. */
function differences(source: RenderedDoc, translated: RenderedDoc): string[] {
  const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, group]) => group);
  const shape = ({ html, headings }: RenderedDoc) => ({
    headings: headings.map(({ level }) => level),
    blocks: all(html, /<(p|li|tr|pre|table|figure|div)\b/g),
    links: all(html, / href="([^"]*)"/g).toSorted(),
    pictures: all(html, / src="[^"]*?([\w-]+\.webp)"/g),
    code: all(html.replace(/<\/?span[^>]*>/g, ""), /<code>([^<]*)/g).toSorted(),
  });
  const [wanted, found] = [shape(source), shape(translated)];
  return (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (kind) => JSON.stringify(wanted[kind]) !== JSON.stringify(found[kind]),
  );
}

function named<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new Error(`docs-content/${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** All versions of the docs. The current one is `docs-content/` itself, older ones are in its folder `versions/`, each under its name. */
export class DocsContent {
  readonly current: DocsVersion;
  /** Newest first, the current one among them. */
  readonly versions: readonly DocsVersion[];
  /** Where pages are that have moved: new paths below /docs/ by the old ones. */
  readonly moved: ReadonlyMap<string, string>;

  constructor(folder: string) {
    const images = join(folder, "images");
    this.current = new DocsVersion(folder, "", images);
    const older = join(folder, "versions");
    const names = existsSync(older)
      ? readdirSync(older).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
      : [];
    this.versions = [this.current, ...names.map((name) => new DocsVersion(join(older, name), name, images))];
    const moved = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(folder, "moved.json"), "utf8")));
    this.moved = new Map(Object.entries(moved));
    for (const [from, to] of this.moved)
      if (this.find(FALLBACK_LOCALE, from) ?? !this.find(FALLBACK_LOCALE, to))
        throw new Error(`docs-content/moved.json: ${from} is still there, or ${to} is not`);
  }

  /** @param path below /docs/, of an older version with its name in front */
  find(locale: Locale, path: string): { doc: StoredDoc; version: DocsVersion } | undefined {
    const older = this.versions.find(({ name }) => name !== "" && path.startsWith(`${name}/`));
    const version = older ?? this.current;
    const doc = version.page(locale, older ? path.slice(older.name.length + 1) : path);
    return doc && { doc, version };
  }
}

const FOLDER = join(projectRoot(), "docs-content");

let read: { stamp: string; content: DocsContent } | undefined;

/**
 * The docs, read when they are first asked for; in development again after each change.
 * @throws if a file is wrong, with its name
 */
export function docsContent(): DocsContent {
  const stamp = process.env["NODE_ENV"] === "development" ? stampOf(FOLDER) : "";
  if (read?.stamp !== stamp) {
    read = { stamp, content: new DocsContent(FOLDER) };
    releaseGrammars();
  }
  return read.content;
}

/** Changes with the files. */
function stampOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${file} ${String(statSync(join(folder, file)).mtimeMs)}`)
    .join("\n");
}
