import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { type AppOptions, buildApp } from "../../app";
import { loadConfig } from "../config/config";
import { fillPool } from "../database/data-source";
import { PageChanges } from "../database/page-changes";
import { backgroundWorkEnded } from "../lifecycle/background-work";
import { createLogger } from "../logging/logger";
import { recordStatements } from "./statements";
import { createTestDatabase, openDataSource } from "./test-database";

export interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string; [key: string]: unknown } }[];
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  /** The test's own: what it does takes no connection from the app. */
  dataSource: DataSource;
  /** The app's, for which it caches what it reads once a minute. */
  appDataSource: DataSource;
  /** Runs an operation over HTTP and returns the response. */
  send<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<GraphqlAnswer<Data>>;
  /** Runs an operation that must succeed; a failure shows the operation and the response. */
  query<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  close(): Promise<void>;
}

/**
 * The whole app on a separate database with the library.
 * @param options without `renderer` there are no pages, without `keepsPages` none are cached
 */
export async function createTestApp(
  environment: NodeJS.ProcessEnv = {},
  { renderer, keepsPages = false }: Pick<AppOptions, "renderer"> & { keepsPages?: boolean } = {},
): Promise<TestApp> {
  const { dataSource, url, drop } = await createTestDatabase();
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "error", WORK_BUDGET: "0", ...environment });
  const pageChanges = keepsPages ? new PageChanges({ url }) : undefined;
  await pageChanges?.start();
  const appDataSource = await openDataSource(url);
  await fillPool(appDataSource);
  const app = await buildApp({
    config,
    dataSource: appDataSource,
    logger: createLogger(config),
    ...(renderer && { renderer }),
    ...(pageChanges && { pageChanges }),
  });
  await app.ready();

  const send: TestApp["send"] = async <Data>(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) => {
    const response = await app.inject({
      method: "POST",
      url: `${config.basePath}/graphql`,
      headers: { "content-type": "application/json", ...headers },
      payload: JSON.stringify({ query, variables }),
    });
    const body = JSON.parse(response.body) as Omit<GraphqlAnswer<Data>, "status" | "headers">;
    return { ...body, status: response.statusCode, headers: response.headers };
  };

  return {
    app,
    dataSource,
    appDataSource,
    send,
    async query<Data>(query: string, variables?: Record<string, unknown>) {
      const answer = await send<Data>(query, variables);
      if (answer.errors)
        throw new Error(`${query}\n${JSON.stringify(variables)}\n${JSON.stringify(answer.errors, null, 2)}`);
      return answer.data;
    },
    async close() {
      await app.close();
      await pageChanges?.close();
      await appDataSource.destroy();
      await drop();
    },
  };
}

/** What a process reads once a minute, whoever asks: the keys of sessions, and the tags. */
const ONCE_A_MINUTE = [/\bsigning_key\b/, /^\s*with library as/];

/** What the connections that listen for notifications are asked every quiet second, whoever works meanwhile. */
const HEARTBEAT = "select 1";

/**
 * The SQL statements that are sent to PostgreSQL for `work`, without the one of each kind that it may happen to be the first to need
 * for a minute. What former requests have left to do is done before.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  await backgroundWorkEnded();
  const sent = (await recordStatements(work)).map(({ text }) => text).filter((text) => text !== HEARTBEAT);
  const first = ONCE_A_MINUTE.map((kind) => sent.findIndex((text) => kind.test(text)));
  return sent.filter((_, index) => !first.includes(index));
}
