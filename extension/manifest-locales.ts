import words from "./manifest-words.json";

/** Browsers know fewer codes than the site has languages, and other ones: two for Chinese, and two for Portuguese. */
const BROWSER_CODES: Readonly<Record<string, readonly string[]>> = { zh: ["zh_CN", "zh_TW"], pt: ["pt_BR", "pt_PT"] };

/** The words that the browser itself shows: the extension's description, and the name of its button. */
export function manifestLocales(): { relativeDest: string; contents: string }[] {
  return Object.entries(words).flatMap(([locale, messages]) => {
    const contents = JSON.stringify(
      Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, { message }])),
    );
    return (BROWSER_CODES[locale] ?? [locale]).map((code) => ({
      relativeDest: `_locales/${code}/messages.json`,
      contents,
    }));
  });
}
