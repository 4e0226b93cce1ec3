import { createHash } from "node:crypto";
import { EncodedText } from "./content-encoding";
import { isDatabaseUnavailable } from "./errors.route";
import type { PageResult } from "../../../contract/page-renderer";

/** A page as it is answered, for everyone alike. */
export class RenderedPage {
  readonly status: number;
  /** All that depends on neither the request nor the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without one nobody elsewhere keeps the page. */
  readonly etag: string | undefined;
  /** Whether it may be kept here. */
  readonly isCacheable: boolean;
  readonly text: EncodedText;
  private readonly prompts: ReadonlySet<number> | undefined;

  /** @param faults what went wrong while it was rendered: it may lack something */
  constructor({ html, ...result }: PageResult, faults: readonly unknown[]) {
    const isAway = result.status === 500 && faults.some(isDatabaseUnavailable);
    this.status = isAway ? 503 : result.status;
    this.text = new EncodedText(html);
    const isWhole = !result.noStore && faults.length === 0;
    this.etag = this.status === 200 && isWhole ? etagOf(html) : undefined;
    // Without text it only says that nothing is found at its address, of which there is no end.
    this.isCacheable = (this.status === 200 || (this.status === 404 && html !== "")) && isWhole;
    this.prompts = result.prompts && new Set(result.prompts);
    this.headers = {
      "content-type": "text/html; charset=utf-8",
      "cache-control": this.etag ? "public, max-age=0, must-revalidate" : "no-store",
      vary: "accept-encoding",
      ...(this.etag ? { etag: this.etag } : {}),
      ...(result.location === undefined ? {} : { location: result.location }),
      ...(isAway ? { "retry-after": "5" } : {}),
      ...(result.robots ? { "x-robots-tag": `${result.robots}, follow` } : {}),
    };
  }

  /** Whether a change of this prompt may change the page. */
  shows(prompt: number): boolean {
    return this.prompts?.has(prompt) ?? true;
  }
}

/** Weak: it is the same in every encoding. */
function etagOf(html: string): string {
  return `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
}

/** Whether a client that sends this If-None-Match header has the page already (RFC 9110, 13.1.2: the comparison is weak). */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque);
}
