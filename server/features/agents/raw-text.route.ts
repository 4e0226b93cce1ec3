import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse } from "graphql";
import type { DataSource } from "typeorm";
import { LOCALE_CODES, type Locale, localePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { RAW_FORMATS, type RawFormat, rawTextPath, wholeLibraryPath } from "../../../contract/raw-text";
import type { AgentPromptOfQuery } from "../../gql/graphql";
import type { PageTag } from "../../platform/domain/page-tag";
import { visitorQueue } from "../../platform/graphql/graphql.route";
import type { InProcessResult, Operation } from "../../platform/graphql/in-process";
import { splitQuery } from "../../platform/http/addresses";
import type { PageCache } from "../../platform/http/page-cache";
import { RenderedPage } from "../../platform/http/rendered-page";
import { sendPage } from "../../platform/http/send-page";
import { PAGE_POINTS, type WorkBudget } from "../../platform/http/work-budget";
import { wholePrompt, type WholePrompt } from "./agent-prompt";
import { apiLocale } from "./agent-site";
import { wholeLibrary } from "./library-text";
import { PROMPT } from "./operations";
import { rawText } from "./raw-text";

export interface RawTextOptions {
  dataSource: DataSource;
  /** The site's address with its base path, without a trailing slash. */
  siteUrl: string;
  basePath: string;
  workBudget: WorkBudget;
  /** Runs an operation as a visitor. */
  execute(operation: Operation): Promise<InProcessResult>;
  /** Without a cache, every request reads the database. */
  cache: PageCache | undefined;
}

const TYPES: Readonly<Record<RawFormat, string>> = {
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
};

/** Of the work budget, for reading a prompt and putting its text together. */
const RAW_TEXT_POINTS = 100;

const OPERATION = parse(PROMPT.toString());

/** The texts of public prompts without a page around them, and the whole library. */
export function rawTextRoutes(app: FastifyInstance, options: RawTextOptions): void {
  const route = { compress: false, onRequest: openToAll } as const;
  for (const locale of LOCALE_CODES) {
    app.get(wholeLibraryPath(locale), route, (request, reply) => serveLibrary(request, reply, locale, options));
    for (const format of RAW_FORMATS)
      app.get<{ Params: { number: string } }>(
        localePath(locale, `/prompt/:number(^[1-9]\\d{0,8}).${format}`),
        route,
        (request, reply) => servePrompt(request, reply, { locale, format, number: request.params.number }, options),
      );
  }
}

/** Pages of every site may read what is public. */
function openToAll(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("access-control-allow-origin", "*");
  done();
}

interface Wanted {
  locale: Locale;
  format: RawFormat;
  number: string;
}

async function servePrompt(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Wanted,
  options: RawTextOptions,
): Promise<FastifyReply> {
  const { pathname, query } = splitQuery(request.url);
  const key = rawTextPath(wanted.locale, wanted.number, wanted.format);
  // The router compares decoded paths: another spelling is another address.
  if (pathname !== options.basePath + key) return notFound(reply);
  const render = () => {
    options.workBudget.spend(RAW_TEXT_POINTS, { address: request.ip });
    return visitorQueue.run(() => renderPrompt(wanted, new URLSearchParams(query), options));
  };
  // There is any number of values: a text with values is not kept.
  const page = query === "" ? await kept(key, render, options) : await render();
  if (page.status === 404) return notFound(reply);
  const { siteUrl } = options;
  reply.header("link", `<${siteUrl}${localePath(wanted.locale, promptPath(wanted.number))}>; rel="canonical"`);
  return sendPage(request, reply, { key, page }, options.cache);
}

async function renderPrompt(
  { locale, format, number }: Wanted,
  values: URLSearchParams,
  { execute, siteUrl }: RawTextOptions,
): Promise<RenderedPage> {
  const variables = { id: number, locale: apiLocale(locale) };
  const { result, shown, faults } = await execute({ query: OPERATION, variables });
  if (faults.length > 0) throw faults[0];
  const { prompt } = result.data as AgentPromptOfQuery;
  if (!prompt) return new RenderedPage({ status: 404, html: "" }, { shown });
  return rendered(wholePrompt(prompt), format, values, { shown, siteUrl });
}

function rendered(
  prompt: WholePrompt,
  format: RawFormat,
  given: URLSearchParams,
  { shown, siteUrl }: { shown: ReadonlySet<PageTag>; siteUrl: string },
): RenderedPage {
  const values = new Map(prompt.blanks.flatMap(({ name }) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
  return new RenderedPage(
    {
      status: 200,
      contentType: TYPES[format],
      html: rawText(prompt, format, values, siteUrl),
      // The page of the prompt has the same address for who prefers HTML.
      vary: "accept, accept-encoding",
      ...(values.size > 0 && { robots: "noindex" }),
    },
    { shown },
  );
}

async function serveLibrary(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
  options: RawTextOptions,
): Promise<FastifyReply> {
  const { dataSource, siteUrl, basePath, workBudget, cache } = options;
  const key = wholeLibraryPath(locale);
  if (splitQuery(request.url).pathname !== basePath + key) return notFound(reply);
  const render = () => {
    workBudget.spend(PAGE_POINTS, { address: request.ip });
    return visitorQueue.run(async () => {
      const html = await wholeLibrary(dataSource, locale, siteUrl);
      const shown = new Set<PageTag>(["list:library", "texts:library"]);
      return new RenderedPage({ status: 200, contentType: "text/plain", html }, { shown });
    });
  };
  return sendPage(request, reply, { key, page: await kept(key, render, options) }, cache);
}

function kept(key: string, render: () => Promise<RenderedPage>, { cache }: RawTextOptions): Promise<RenderedPage> {
  return cache ? Promise.resolve(cache.get(key, render) ?? cache.render(key, render)) : render();
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
