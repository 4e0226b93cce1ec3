import { PREVIEW_PICTURE } from "../../../contract/link-preview";
import { type Locale, localePath, splitLocalePath } from "../../../contract/locales";
import { authorPath } from "../../../contract/pages";
import { PRODUCT_NAME } from "../../../contract/product";
import { promptNumberOf } from "../../../contract/raw-text";
import { DomainError } from "../../platform/domain/domain-error";

export interface OembedRequest {
  locale: Locale;
  number: string;
  /** Whether the picture fits into the space that the other site has for it. */
  hasPicture: boolean;
}

/** A prompt, as oEmbed describes what a link leads to. */
export interface LinkedPrompt {
  title: string;
  author: string | null;
  /** The address of its picture. */
  picture: string;
}

/**
 * Reads the parameters of an oEmbed request. Of the prompt's address everything after its path is ignored.
 * @param site its address with the base path, without a trailing slash
 * @throws BAD_USER_INPUT without an address, or with sizes that are not numbers
 * @throws NOT_FOUND for an address that is not of a prompt here
 */
export function oembedRequest(parameters: URLSearchParams, site: string): OembedRequest {
  const url = parameters.get("url") ?? "";
  if (!URL.canParse(url)) throw new DomainError("BAD_USER_INPUT", "`url` must be the address of a prompt.");
  const { host, pathname } = new URL(url);
  const own = new URL(site);
  const basePath = own.pathname.replace(/\/$/, "");
  const path = pathname.slice(basePath.length);
  const number = host === own.host && pathname.startsWith(basePath) ? promptNumberOf(path) : undefined;
  if (number === undefined) throw new DomainError("NOT_FOUND", "There is no prompt at this address.");
  const [width, height] = [sizeOf(parameters, "maxwidth"), sizeOf(parameters, "maxheight")];
  const hasPicture = width >= PREVIEW_PICTURE.width && height >= PREVIEW_PICTURE.height;
  return { locale: splitLocalePath(path).locale, number, hasPicture };
}

function sizeOf(parameters: URLSearchParams, name: string): number {
  const text = parameters.get(name);
  if (text === null) return Infinity;
  if (!/^\d{1,6}$/.test(text)) throw new DomainError("BAD_USER_INPUT", `\`${name}\` must be a number of pixels.`);
  return Number(text);
}

/** How to show a link to a prompt, by oEmbed 1.0: as a link, with a title and a picture. */
export function oembedResponse(prompt: LinkedPrompt, { locale, hasPicture }: OembedRequest, site: string): object {
  const { title, author, picture } = prompt;
  const home = site + localePath(locale, "/");
  return {
    version: "1.0",
    type: "link",
    title,
    author_name: author ?? PRODUCT_NAME,
    author_url: author === null ? home : site + localePath(locale, authorPath(author)),
    provider_name: PRODUCT_NAME,
    provider_url: home,
    ...(hasPicture && {
      thumbnail_url: picture,
      thumbnail_width: PREVIEW_PICTURE.width,
      thumbnail_height: PREVIEW_PICTURE.height,
    }),
  };
}
