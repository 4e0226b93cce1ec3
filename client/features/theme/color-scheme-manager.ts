import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { readStored, writeStored } from "../../ui/stored";
import { THEME_KEY } from "./color-scheme-script";

function toScheme(stored: string | null): MantineColorScheme | null {
  if (stored === "system") return "auto";
  return stored === "light" || stored === "dark" ? stored : null;
}

/** Mantine's colour scheme, kept under the product's own key and words: light, dark, system. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get(fallback) {
      return typeof window === "undefined" ? fallback : (toScheme(readStored(THEME_KEY)) ?? fallback);
    },
    set(scheme) {
      writeStored(THEME_KEY, scheme === "auto" ? "system" : scheme);
    },
    subscribe(onUpdate) {
      listener = (event) => {
        const scheme = event.key === THEME_KEY ? toScheme(event.newValue) : null;
        if (scheme) onUpdate(scheme);
      };
      window.addEventListener("storage", listener);
    },
    unsubscribe() {
      if (listener) window.removeEventListener("storage", listener);
    },
    clear() {
      writeStored(THEME_KEY, null);
    },
  };
}
