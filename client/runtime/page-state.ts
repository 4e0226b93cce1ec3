import type { NormalizedCacheObject } from "@apollo/client";
import type { Locale } from "../../contract/locales";
import type { PageLinks } from "../../contract/site-links";
import { describeError, type ErrorDescription, reviveError } from "./error-chain";

/** The state that the server passes to the browser for hydration without refetching. */
export interface PageState {
  locale: Locale;
  basePath: string;
  publicUrl: string;
  links: PageLinks;
  apollo: NormalizedCacheObject;
  loaderData: Record<string, unknown>;
  errors: Record<string, ErrorDescription> | null;
}

export const PAGE_STATE_ID = "polyprompt-state";

/** JSON for use inside a `<script>`: nothing in it can close the element, and no line separator breaks old parsers. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

export function describeErrors(errors: Record<string, unknown> | null): PageState["errors"] {
  if (!errors) return null;
  return Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, describeError(error)]));
}

export function reviveErrors(errors: PageState["errors"]): Record<string, Error> | null {
  if (!errors) return null;
  return Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, reviveError(error)]));
}
