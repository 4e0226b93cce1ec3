import { inject } from "vitest";
import { launchPanel, type PanelOptions, type PanelVisit } from "./panel";

export type { PanelVisit } from "./panel";

/** Opens the extension's panel as `launchPanel` does, by default that of the site under test. */
export function openPanel({
  site = inject("site"),
  ...options
}: Pick<PanelOptions, "address" | "allowed"> & { site?: string }): Promise<PanelVisit> {
  return launchPanel({ ...options, site, executablePath: inject("chromiums").full, fonts: inject("fonts")?.noto });
}
