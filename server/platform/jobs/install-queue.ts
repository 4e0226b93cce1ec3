import { runMigrations } from "graphile-worker";
import pg from "pg";

/**
 * Migrates the queue's tables (schema `graphile_worker`); the first time, the role needs CREATE on the database. Not safe to run
 * concurrently: call it while holding the migration lock.
 */
export async function installQueue(url: string): Promise<void> {
  // Not the site's pool, whose statements time out after two seconds.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: "polyprompt migration of the queue" });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}
