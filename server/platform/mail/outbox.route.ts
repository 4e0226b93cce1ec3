import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import PostalMime, { type Email } from "postal-mime";
import { PRODUCT_NAME } from "../../../contract/product";
import type { Config } from "../config/config";
import { escapeHtml } from "../markdown/escape-html";
import { outboxFolder } from "./mail-transport";

/** File names as the transport creates them, now or in earlier releases; no other file is opened. */
const FILE = /^\d{8}T\d{9}Z-[\da-f-]+\.eml$/;
const MOST_SHOWN = 100;

/** Set by proxies. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** Allows no scripts and no loading, whatever a mail contains. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Shows developers the mails that were written to files. They contain login links, so the page exists only in development, and
 * only for requests from this machine.
 */
export function outboxRoutes(app: FastifyInstance, config: Config): void {
  if (config.nodeEnv !== "development" || config.smtpUrl !== undefined || config.trustProxy !== false) return;
  const folder = outboxFolder(config);

  app.get("/outbox", async (request, reply) => {
    if (!isFromHere(request)) return sendNothing(reply);
    const names = (await fileNames(folder)).toSorted().reverse();
    const mails = await Promise.all(
      names.slice(0, MOST_SHOWN).map(async (name) => ({ name, mail: await parse(folder, name) })),
    );
    const rows = mails.map(
      ({ name, mail }) =>
        `<tr><td>${name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*/, "$1-$2-$3 $4:$5:$6")}</td>` +
        `<td>${escapeHtml(addresses(mail))}</td><td dir="auto"><a href="${config.basePath}/outbox/${name}">${escapeHtml(mail.subject ?? "")}</a></td></tr>`,
    );
    return send(
      reply,
      "Outbox",
      mails.length === 0
        ? "<p>No mail has been written yet.</p>"
        : `<table><tr><th>UTC<th>To<th>Subject</tr>${rows.join("")}</table>`,
    );
  });

  app.get<{ Params: { name: string } }>("/outbox/:name", async (request, reply) => {
    const mail = await requested(request, folder);
    if (!mail) return sendNothing(reply);
    const self = `${config.basePath}/outbox/${request.params.name}`;
    return send(
      reply,
      mail.subject ?? "",
      `<p><a href="${config.basePath}/outbox">Outbox</a> · To: ${escapeHtml(addresses(mail))} · <a href="${self}/html">HTML</a></p>` +
        `<pre dir="auto">${escapeHtml(mail.text ?? "").replace(/https?:\/\/[^\s<>"]+/g, '<a href="$&">$&</a>')}</pre>`,
    );
  });

  app.get<{ Params: { name: string } }>("/outbox/:name/html", async (request, reply) => {
    const mail = await requested(request, folder);
    return mail?.html === undefined ? sendNothing(reply) : sendHtml(reply, mail.html);
  });
}

function sendNothing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/**
 * Whether a request comes from this machine and names this machine as its host: so a page of another site cannot read the
 * response, not even by DNS rebinding.
 */
function isFromHere(request: FastifyRequest): boolean {
  const { remoteAddress = "" } = request.raw.socket;
  const fromLoopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(remoteAddress);
  const toLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(request.headers.host ?? "");
  return fromLoopback && toLoopback && PROXY_HEADERS.every((name) => request.headers[name] === undefined);
}

async function requested(
  request: FastifyRequest<{ Params: { name: string } }>,
  folder: string,
): Promise<Email | undefined> {
  const { name } = request.params;
  if (!isFromHere(request) || !(await fileNames(folder)).includes(name)) return undefined;
  return parse(folder, name);
}

async function fileNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => FILE.test(name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function parse(folder: string, name: string): Promise<Email> {
  return PostalMime.parse(await readFile(join(folder, name)));
}

function addresses({ to = [] }: Email): string {
  return to.map(({ address }) => address ?? "").join(", ");
}

/** In English only, like the explorer: a tool for developers. */
function send(reply: FastifyReply, title: string, body: string): FastifyReply {
  return sendHtml(
    reply,
    [
      "<!doctype html>",
      '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
      `<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>`,
      "<style>body{font-family:system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{text-align:start;padding:.25rem 1rem .25rem 0}pre{white-space:pre-wrap}</style>",
      `</head><body><h1 dir="auto">${escapeHtml(title)}</h1>${body}</body></html>`,
    ].join("\n"),
  );
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      "content-security-policy": POLICY,
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}
