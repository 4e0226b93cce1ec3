import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";

const READINESS_TIMEOUT_MS = 800;

export interface HealthOptions {
  dataSource: DataSource;
  /** True once the process has been told to stop. */
  isStopping(): boolean;
}

/** `/healthz`: the process is running. `/readyz`: it can serve; the database answers and all migrations are applied. */
export function healthRoutes(app: FastifyInstance, { dataSource, isStopping }: HealthOptions): void {
  app.get("/healthz", { logLevel: "warn" }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  // Concurrent requests share one check of the database.
  let inFlight: Promise<boolean> | undefined;
  const hasPendingMigrations = () =>
    (inFlight ??= withTimeout(dataSource.showMigrations()).finally(() => (inFlight = undefined)));
  app.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    try {
      const pending = await hasPendingMigrations();
      return pending
        ? await reply.code(503).send({ status: "migrations pending" })
        : await reply.send({ status: "ready" });
    } catch (error) {
      request.log.warn({ err: error }, "Not ready: the database does not answer");
      return reply.code(503).send({ status: "database unreachable" });
    }
  });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No answer within ${String(READINESS_TIMEOUT_MS)} ms`));
    }, READINESS_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
