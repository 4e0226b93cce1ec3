import type { FastifyReply } from "fastify";
import { PRODUCT_NAME } from "../../../contract/product";
import type { PageAssets } from "../../../contract/page-renderer";

/** Sends the GraphiQL page. All its visible text comes from GraphiQL. */
export function sendExplorer(reply: FastifyReply, { scripts, styles, preloads }: PageAssets): FastifyReply {
  const html = [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>GraphQL · ${PRODUCT_NAME}</title><meta name="robots" content="noindex">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
    '</head><body><div id="explorer"></div></body></html>',
  ].join("\n");
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(html);
}
