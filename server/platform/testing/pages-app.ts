import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { buildApp } from "../../app";
import { loadConfig } from "../config/config";
import type { PageRenderer, PageRequest } from "../http/page-renderer";

export interface PagesApp {
  app: FastifyInstance;
  rendered: PageRequest[];
}

/** An app with pages: their renderer only says what it was asked for. */
export async function createPagesApp(
  dataSource: DataSource,
  environment: NodeJS.ProcessEnv = {},
  isStopping = () => false,
): Promise<PagesApp> {
  const rendered: PageRequest[] = [];
  const renderer: PageRenderer = {
    inlineScripts: ["let inline"],
    render(request) {
      rendered.push(request);
      if (request.path.startsWith("/fails")) return Promise.reject(new Error("secret of the renderer"));
      const found = !request.path.startsWith("/missing");
      return Promise.resolve({
        status: found ? 200 : 404,
        html: `<!doctype html><p>${encodeURI(request.path)}`,
        ...(found ? {} : { robots: "noindex" as const }),
      });
    },
  };
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", ...environment });
  const app = await buildApp({ config, dataSource, renderer, isStopping });
  return { app, rendered };
}
