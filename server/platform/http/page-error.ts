import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { localeInfo, type Locale, splitLocalePath } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";
import type { DomainError } from "../domain/domain-error";
import { loadI18n } from "../i18n/load-i18n";
import { escapeHtml } from "../markdown/escape-html";
import { splitQuery } from "./addresses";
import { answerError, sendError } from "./errors.route";
import { type PageErrorWords, pageErrorWords } from "./page-error-words";

/** What refuses a page that exists, or fails to make it. */
const STATUSES: readonly number[] = [429, 500, 503];

/** The site's colours, without its files: the network or the site may be short of everything. */
const STYLE = `
:root { color-scheme: light dark; --bg: #f4f7f6; --surface: #fff; --line: #be4a62; --text: #15201d; --muted: #566862 }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0c1211; --surface: #151e1c; --line: #cf5d71; --text: #e6ecea; --muted: #9db0aa }
}
body { margin: 0; padding: 24px; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main {
  max-inline-size: 40rem; box-sizing: border-box; margin: clamp(16px, 6vh, 56px) auto 0; padding: 40px 24px 36px;
  border: 1px solid var(--line); border-radius: 16px; background: var(--surface); text-align: center
}
h1 { margin-block: 0 8px; font-size: clamp(1.375rem, 3vw, 1.75rem); line-height: 1.25 }
p { max-inline-size: 48ch; margin: 0 auto 20px; color: var(--muted) }
a {
  display: inline-block; padding: 10px 18px; border-radius: 9px; background: #397e6a; color: #fff; font-weight: 600;
  text-decoration: none
}
a:hover { background: #2f6d5b }
a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }
`;

/**
 * Answers a page request that failed: people get a page in the language of its address, programs the common error format. It needs
 * neither the database nor a render.
 */
export async function sendPageError(
  error: FastifyError | DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
  basePath: string,
): Promise<FastifyReply> {
  if (!(request.headers.accept ?? "").includes("text/html")) return sendError(error, request, reply);
  const { status, retryAfter } = answerError(error, request, reply);
  if (!STATUSES.includes(status)) return sendError(error, request, reply);
  const { locale } = splitLocalePath(splitQuery(request.url.slice(basePath.length)).pathname);
  const words = pageErrorWords(await loadI18n(locale), status, retryAfter);
  return reply.type("text/html; charset=utf-8").send(pageOf(locale, words));
}

function pageOf(locale: Locale, { title, text, retry }: PageErrorWords): string {
  const { dir } = localeInfo(locale);
  return [
    "<!doctype html>",
    `<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    // The same address, whatever it is.
    `<a href="">${escapeHtml(retry)}</a></main></body></html>`,
  ].join("\n");
}
