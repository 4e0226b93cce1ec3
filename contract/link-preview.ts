import { type Locale, localePath } from "./locales";
import { promptPath } from "./pages";

/** The picture that other sites show beside a link to a prompt: of the size in which all of them show it whole. */
export const PREVIEW_PICTURE = { width: 1200, height: 630, type: "image/jpeg" } as const;

/** The address of a prompt's picture, without the base path. @param locale of the text that is shown */
export function picturePath(locale: Locale, number: string | number): string {
  return localePath(locale, `${promptPath(number)}.jpg`);
}

/** Tells other sites, by oEmbed, how to show a link to a prompt; without the base path. */
export const OEMBED_PATH = "/api/oembed";

/** The address of a prompt's oEmbed response. @param siteUrl with the base path, without a trailing slash. @param url of the prompt's page */
export function oembedUrl(siteUrl: string, url: string): string {
  return `${siteUrl}${OEMBED_PATH}?${new URLSearchParams({ url }).toString()}`;
}
