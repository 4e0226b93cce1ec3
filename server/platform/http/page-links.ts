import { oembedUrl } from "../../../contract/link-preview";
import { localePath, splitLocalePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { promptNumberOf, rawTextPath } from "../../../contract/raw-text";

/**
 * The Link header of a page (RFC 8288), for programs that do not read HTML: of a home page the catalogue of the site's APIs (RFC 9727), of a
 * prompt's page its text as Markdown and its oEmbed response. Undefined for others.
 * @param pathname within the base path
 * @param siteUrl with the base path, without a trailing slash
 */
export function pageLinks(pathname: string, siteUrl: string): string | undefined {
  const { locale, path } = splitLocalePath(pathname);
  if (path === "/") return `<${siteUrl}/.well-known/api-catalog>; rel="api-catalog"`;
  const number = promptNumberOf(pathname);
  if (number === undefined) return undefined;
  const page = siteUrl + localePath(locale, promptPath(number));
  return [
    `<${siteUrl}${rawTextPath(locale, number, "md")}>; rel="alternate"; type="text/markdown"`,
    `<${oembedUrl(siteUrl, page)}>; rel="alternate"; type="application/json+oembed"`,
  ].join(", ");
}
