import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium";
import { startSite } from "./site";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the site under test, without a slash at the end. */
    site: string;
    chromium: string;
  }
}

/** One site for all journeys of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide("chromium", findChromium());
  const site = await startSite();
  project.provide("site", site.url);
  return () => site.stop();
}
