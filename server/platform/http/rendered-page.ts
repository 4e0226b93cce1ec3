import { createHash } from "node:crypto";
import { EncodedText } from "./content-encoding";
import type { PageTag } from "../domain/page-tag";
import { isDatabaseUnavailable } from "./errors.route";
import type { PageResult } from "../../../contract/page-renderer";

/** A rendered page as an HTTP response, the same for every client. */
export class RenderedPage {
  readonly status: number;
  /** The headers that depend on neither the request nor the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a page that clients and proxies must not store. */
  readonly etag: string | undefined;
  /** Whether this server may cache the page. */
  readonly isCacheable: boolean;
  readonly text: EncodedText;
  readonly shown: ReadonlySet<PageTag>;

  /**
   * @param shown what must be made anew when it changes
   * @param faults errors during the render: the page may be incomplete
   */
  constructor(
    {
      html,
      contentType = "text/html",
      vary = "accept-encoding",
      link,
      ...result
    }: PageResult & { contentType?: string; vary?: string; link?: string },
    { shown, faults = [] }: { shown: ReadonlySet<PageTag>; faults?: readonly unknown[] },
  ) {
    const isUnavailable = result.status === 500 && faults.some(isDatabaseUnavailable);
    this.status = isUnavailable ? 503 : result.status;
    this.text = new EncodedText(html);
    const isComplete = faults.length === 0;
    this.etag = this.status === 200 && isComplete && !result.noStore ? etagOf(html) : undefined;
    // Also pages that others must not store: they have no data of accounts. A 404 without a text is about one address, and there
    // is no limit to those.
    this.isCacheable = (this.status === 200 || (this.status === 404 && html.length > 0)) && isComplete;
    this.shown = shown;
    this.headers = {
      "content-type": `${contentType}; charset=utf-8`,
      "cache-control": this.etag ? "public, max-age=0, must-revalidate" : "no-store",
      vary,
      ...(this.etag ? { etag: this.etag } : {}),
      ...(link !== undefined && this.status === 200 ? { link } : {}),
      ...(result.location === undefined ? {} : { location: result.location }),
      ...(isUnavailable ? { "retry-after": "5" } : {}),
      ...(result.robots ? { "x-robots-tag": `${result.robots}, follow` } : {}),
    };
  }
}

/** Weak, because all encodings share it. */
export function etagOf(html: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
}

/** A dozen tags; browsers send one. */
const MAX_IF_NONE_MATCH_LENGTH = 500;

/** Whether a client with this If-None-Match header already has the page (RFC 9110, 13.1.2: weak comparison). */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.length > MAX_IF_NONE_MATCH_LENGTH) return false;
  if (header === etag || header.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque);
}
