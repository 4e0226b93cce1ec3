import type { IncomingMessage } from "node:http";
import { promptNumberOf } from "../../../contract/raw-text";
import { acceptedWeights } from "./content-encoding";
import { splitQuery } from "./addresses";

/** In characters; browsers send fewer than 150. */
const MAX_ACCEPT_LENGTH = 500;

/**
 * Leads who prefers Markdown at the address of a prompt's page to its `.md` address. Only who names `text/markdown` and likes no HTML
 * better: browsers never name it, and `*` stands for the page.
 * @param target of the request
 */
export function markdownTarget(target: string, { accept }: IncomingMessage["headers"], basePath: string): string {
  if (accept === undefined || accept.length > MAX_ACCEPT_LENGTH || !/text\/markdown/i.test(accept)) return target;
  const { pathname, query } = splitQuery(target);
  if (!pathname.startsWith(basePath) || promptNumberOf(pathname.slice(basePath.length)) === undefined) return target;
  const weights = acceptedWeights(accept);
  const weight = weights.get("text/markdown") ?? 0;
  return weight > 0 && weight >= (weights.get("text/html") ?? 0) ? `${pathname}.md${query}` : target;
}
