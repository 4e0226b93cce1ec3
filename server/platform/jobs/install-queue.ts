import { runMigrations } from "graphile-worker";
import pg from "pg";

/**
 * Brings the queue's tables (schema `graphile_worker`) up to date; the role needs CREATE on the database for the first time. Two
 * processes that do it at once get in each other's way: it belongs under the lock of the migrations.
 */
export async function installQueue(url: string): Promise<void> {
  // Not the site's pool: its statements may take two seconds only.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: "polyprompt migration of the queue" });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}
