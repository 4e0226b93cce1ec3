import type { FastifyInstance } from "fastify";
import { parse } from "graphql";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { type AppOptions, buildApp } from "../../app";
import { loadConfig } from "../config/config";
import type { PageRenderer, PageRequest } from "../../../contract/page-renderer";
import { isTestPage } from "./page-paths";

export interface PagesApp {
  app: FastifyInstance;
  rendered: PageRequest[];
  /** The locale of each rendered 'not found' page, in order. */
  notFound: Locale[];
}

export interface PagesAppOptions extends Pick<AppOptions, "clientDir" | "extensionDir" | "isStopping" | "pageChanges"> {
  /** Returns a promise that the page's render waits for. */
  hold?(path: string): Promise<unknown> | undefined;
}

const PROMPTS = parse("query ($ids: [ID!]!) { promptsByIds(ids: $ids) { __typename id } }");
const LIST = parse("{ prompts(locale: EN, filter: { origin: LIBRARY }, first: 3) { nodes { __typename id } } }");

/** Long enough to be worth compressing. */
const FILLING = "All human beings are born free and equal in dignity and rights. ".repeat(30);

/**
 * An app with a stub renderer, whose pages show only the request and a counter. They load what such pages show: that of a prompt this one
 * and the next, all others a list of the library.
 */
export async function createPagesApp(
  dataSource: DataSource,
  environment: NodeJS.ProcessEnv = {},
  { hold, ...options }: PagesAppOptions = {},
): Promise<PagesApp> {
  const rendered: PageRequest[] = [];
  const notFound: Locale[] = [];
  const renderer: PageRenderer = {
    inlineScripts: ["let inline"],
    isPage: isTestPage,
    async render(request) {
      rendered.push(request);
      await hold?.(request.path);
      if (request.path.startsWith("/fails")) throw new Error("secret of the renderer");
      if (/\/(missing|prompt\/404)$/.test(request.path)) return { status: 404, html: "" };
      const number = Number(/\/prompt\/(\d+)$/.exec(request.path)?.[1]);
      const html = `<!doctype html><p>${encodeURI(request.path)} ${rendered.length} ${FILLING}`;
      await request.execute(
        number ? { query: PROMPTS, variables: { ids: [number, number + 1].map(String) } } : { query: LIST },
      );
      return { status: 200, html };
    },
    renderNotFound({ locale }) {
      notFound.push(locale);
      const html = `<!doctype html><p>Nothing ${locale} ${notFound.length} ${FILLING}`;
      return Promise.resolve({ status: 404, robots: "noindex", html });
    },
  };
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", ...environment });
  const app = await buildApp({ config, dataSource, renderer, ...options });
  return { app, rendered, notFound };
}
