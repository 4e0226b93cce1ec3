import type { I18n } from "@lingui/core";
import type { ComponentType } from "react";
import type { Catalog } from "../i18n/catalog";

/** A part of a page that many readers never use. The server has its code; the browser loads it late. */
export interface LatePart<Props extends object> {
  /** The module's key in the build manifest. */
  source: string;
  importModule(): Promise<{ default: ComponentType<Props>; catalog: Catalog }>;
  /** Undefined until it is loaded. */
  Component?: ComponentType<Props>;
}

export async function loadLate<Props extends object>(part: LatePart<Props>, i18n: I18n): Promise<void> {
  const module = await part.importModule();
  await module.catalog.add(i18n);
  part.Component = module.default;
}
