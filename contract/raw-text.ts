import { LOCALE_CODES, type Locale, localePath, splitLocalePath } from "./locales";
import { PROMPT_NUMBER, promptPath } from "./pages";

/** `md`: Markdown with what is known about the prompt in front. `txt`: the text alone, as it is copied. `json`: both, for programs. */
export const RAW_FORMATS = ["md", "txt", "json"] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

/** The address of a prompt's text without a page around it, without the base path. Parameters named like its blanks fill them. */
export function rawTextPath(locale: Locale, number: string | number, format: RawFormat): string {
  return localePath(locale, `${promptPath(number)}.${format}`);
}

/** The whole library in a language; without the base path. */
export function wholeLibraryPath(locale: Locale): string {
  return localePath(locale, "/llms-full.txt");
}

const WHOLE_LIBRARIES: ReadonlySet<string> = new Set(LOCALE_CODES.map(wholeLibraryPath));

/** True if there may be a raw text at exactly this path. @param pathname within the base path, without the query */
export function isRawText(pathname: string): boolean {
  if (WHOLE_LIBRARIES.has(pathname)) return true;
  const { locale, path } = splitLocalePath(pathname);
  const [, number = "", format = ""] = /^\/prompt\/([^/.]+)\.([a-z]+)$/.exec(path) ?? [];
  return pathname === localePath(locale, path) && PROMPT_NUMBER.test(number) && isFormat(format);
}

function isFormat(value: string): value is RawFormat {
  return (RAW_FORMATS as readonly string[]).includes(value);
}

/** The number of the prompt whose page is at exactly this path; undefined elsewhere. @param pathname within the base path, without the query */
export function promptNumberOf(pathname: string): string | undefined {
  const { locale, path } = splitLocalePath(pathname);
  const [, number = ""] = /^\/prompt\/([^/]+)$/.exec(path) ?? [];
  return pathname === localePath(locale, path) && PROMPT_NUMBER.test(number) ? number : undefined;
}
