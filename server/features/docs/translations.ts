import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { FALLBACK_LOCALE, isLocale, LOCALE_CODES } from "../../../contract/locales";
import { projectRoot } from "../../platform/config/project-root";
import { parseEnglishPage, parseEnglishPost, parseTranslation, sourceHash } from "./doc-file";
import { DocsContent, type TranslationState } from "./docs-content";

const FOLDER = join(projectRoot(), "docs-content");

/** What is wrong with a translation: it is there, but says something else than the English text. */
export function faultOf({ state, differs }: TranslationState): string | undefined {
  if (state === "stale") return "is a translation of other English words: revise and stamp it";
  return differs.length > 0 ? `differs from the English text in: ${differs.join(", ")}` : undefined;
}

/** `npm run docs:check`: which translations are wrong, and what there is none of, by language. */
export function report(content: DocsContent = new DocsContent(FOLDER)): string {
  const { translations } = content.current;
  const faults = translations.flatMap((each) => {
    const fault = faultOf(each);
    return fault === undefined ? [] : [`${each.locale}/${each.file} ${fault}`];
  });
  const gaps = LOCALE_CODES.filter((locale) => locale !== FALLBACK_LOCALE).map((locale) => {
    const own = translations.filter((each) => each.locale === locale);
    const files = (state: TranslationState["state"]) =>
      own.filter((each) => each.state === state).map(({ file }) => file);
    const list = (name: string, of: string[]) => (of.length > 0 ? [`  ${name}: ${of.join(" ")}`] : []);
    return [
      `${locale}: ${String(files("current").length)} of ${String(own.length)} texts`,
      ...list("title and description only", files("title only")),
      ...list("missing", files("missing")),
    ].join("\n");
  });
  return [...(faults.length > 0 ? faults : ["No translation is stale or differs in structure."]), "", ...gaps].join(
    "\n",
  );
}

/**
 * `npm run docs:stamp -- <locale> [file …]`: records in translations which English text they are of. Without files it stamps only those
 * without a stamp, so that it cannot hide a stale translation.
 */
export function stamp([locale = "", ...files]: readonly string[], folder = FOLDER): string {
  if (!isLocale(locale) || locale === FALLBACK_LOCALE)
    throw new Error("Usage: npm run docs:stamp -- <locale> [file …]");
  const stamped = new DocsContent(folder).current.translations
    .filter((each) => each.locale === locale && each.state !== "missing")
    .filter(({ file }) => files.length === 0 || files.includes(file))
    .flatMap(({ file }) => stampFile(folder, locale, file, files.length > 0) ?? []);
  return `Stamped ${String(stamped.length)} files${stamped.length > 0 ? `: ${stamped.join(" ")}` : "."}`;
}

function stampFile(folder: string, locale: string, file: string, isNamed: boolean): string | undefined {
  const path = join(folder, locale, file);
  const content = readFileSync(path, "utf8");
  const { facts, text } = parseTranslation(content);
  if (facts.source !== undefined && !isNamed) return undefined;
  const source = readFileSync(join(folder, FALLBACK_LOCALE, file), "utf8");
  const english = file.startsWith("blog/") ? parseEnglishPost(source) : parseEnglishPage(source);
  // Quoted where it would be read as a number.
  const line = stringify({ source: sourceHash(english, text !== "") });
  const without = content.replace(/^source: .*\n/m, "");
  writeFileSync(path, without.replace(/\n---(?=\r?\n|$)/, `\n${line}---`));
  return file;
}
