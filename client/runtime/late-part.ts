import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { type ComponentType, useEffect, useState } from "react";
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

const SIGNS = ["pointermove", "touchstart", "keydown", "wheel"];

/** Loads a part. @param onSign whether not before the reader does something @returns whether it is loaded */
export function useLatePart<Props extends object>(part: LatePart<Props>, onSign = false): boolean {
  const { i18n } = useLingui();
  const [isLoaded, setLoaded] = useState(part.Component !== undefined);
  useEffect(() => {
    const load = () => {
      stop();
      loadLate(part, i18n).then(
        () => setLoaded(true),
        () => null,
      );
    };
    const stop = () => SIGNS.forEach((sign) => window.removeEventListener(sign, load));
    if (onSign) SIGNS.forEach((sign) => window.addEventListener(sign, load));
    else load();
    return stop;
  }, [part, i18n, onSign]);
  return isLoaded;
}
