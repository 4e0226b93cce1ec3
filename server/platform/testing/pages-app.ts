import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { buildApp } from "../../app";
import { loadConfig } from "../config/config";
import type { PageChanges } from "../database/page-changes";
import type { PageRenderer, PageRequest } from "../http/page-renderer";

export interface PagesApp {
  app: FastifyInstance;
  rendered: PageRequest[];
}

/** Long enough to be worth compressing. */
const FILLING = "All human beings are born free and equal in dignity and rights. ".repeat(30);

/**
 * An app with pages: their renderer only says what it was asked for, and how often before. Of a prompt's page it tells that
 * it shows that prompt and the next one.
 */
export async function createPagesApp(
  dataSource: DataSource,
  environment: NodeJS.ProcessEnv = {},
  options: { isStopping?: () => boolean; pageChanges?: PageChanges } = {},
): Promise<PagesApp> {
  const rendered: PageRequest[] = [];
  const renderer: PageRenderer = {
    inlineScripts: ["let inline"],
    render(request) {
      rendered.push(request);
      if (request.path.startsWith("/fails")) return Promise.reject(new Error("secret of the renderer"));
      const found = !request.path.startsWith("/missing");
      const number = Number(/\/prompt\/(\d+)$/.exec(request.path)?.[1]);
      return Promise.resolve({
        status: found ? 200 : 404,
        html: `<!doctype html><p>${encodeURI(request.path)} ${rendered.length} ${FILLING}`,
        ...(number ? { prompts: [number, number + 1] } : {}),
        ...(found ? {} : { robots: "noindex" as const }),
      });
    },
  };
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", ...environment });
  const app = await buildApp({ config, dataSource, renderer, ...options });
  return { app, rendered };
}
