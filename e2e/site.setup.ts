import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { joinSiteDatabase } from "../server/platform/testing/site-database";
import { type Chromiums, findChromiums } from "./chromium";
import { findFirefox } from "./firefox";
import { type Fonts, fontConfigurations } from "./fonts";
import { startSite } from "./site";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the site under test, without a trailing slash. */
    site: string;
    /** The URL of its database, for data that the product cannot create yet. */
    database: string;
    chromiums: Chromiums;
    /** Where Firefox is, if there is one. */
    firefox?: string;
    /** Configurations of fontconfig, where browsers use it. */
    fonts?: Record<Fonts, string>;
    dataDir: string;
    /** The folder with the mails it has sent. */
    outbox: string;
  }
}

/** Starts one site for all journeys of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide("chromiums", findChromiums());
  project.provide("firefox", findFirefox());
  project.provide("fonts", fontConfigurations());
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
