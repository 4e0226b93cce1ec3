import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { joinSiteDatabase } from "../server/platform/testing/site-database";
import { type Chromiums, findChromiums } from "./chromium";
import { startSite } from "./site";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the site under test, without a slash at the end. */
    site: string;
    /** The address of its database, for what the product cannot make yet. */
    database: string;
    chromiums: Chromiums;
    dataDir: string;
    /** The folder with the mails that it has sent. */
    outbox: string;
  }
}

/** One site for all journeys of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide("chromiums", findChromiums());
  const site = await startSite();
  project.provide("site", site.url);
  project.provide("dataDir", site.dataDir);
  project.provide("outbox", join(site.dataDir, "outbox"));
  try {
    const database = await joinSiteDatabase(site.dataDir);
    project.provide("database", database.url);
    return async () => {
      await database.leave();
      await site.stop();
    };
  } catch (error) {
    await site.stop();
    throw error;
  }
}
