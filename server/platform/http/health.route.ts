import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";

const PATIENCE_MS = 800;

export interface HealthOptions {
  dataSource: DataSource;
  /** True from the moment at which the process was told to stop. */
  isStopping(): boolean;
}

/** `/healthz`: the process runs. `/readyz`: it can serve: the database answers and every migration is applied. */
export function healthRoutes(app: FastifyInstance, { dataSource, isStopping }: HealthOptions): void {
  app.get("/healthz", { logLevel: "warn" }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  // One look at the database serves everybody who asks meanwhile.
  let looking: Promise<boolean> | undefined;
  const hasPending = () => (looking ??= withPatience(dataSource.showMigrations()).finally(() => (looking = undefined)));
  app.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    try {
      const pending = await hasPending();
      return pending
        ? await reply.code(503).send({ status: "migrations pending" })
        : await reply.send({ status: "ready" });
    } catch (error) {
      request.log.warn({ err: error }, "Not ready: the database does not answer");
      return reply.code(503).send({ status: "database unreachable" });
    }
  });
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No answer within ${String(PATIENCE_MS)} ms`));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
