import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { readStored, writeStored } from "../../ui/local-storage";

/** The storage key of the reader's choice: light, dark or system. */
const THEME_KEY = "theme";

/**
 * Runs before the first paint, so that no page flashes in the wrong colours. Also marks that scripts run and that the device has a
 * share sheet: controls that need either stay hidden otherwise. The content security policy allows this exact text by its hash.
 */
export const COLOR_SCHEME_SCRIPT =
  `(function(e){var t;try{t=localStorage.getItem("${THEME_KEY}")}catch(_){}` +
  `e.setAttribute("data-mantine-color-scheme",` +
  `t==="light"||t==="system"&&matchMedia("(prefers-color-scheme: light)").matches?"light":"dark");` +
  `e.setAttribute("data-scripted","");` +
  `if(navigator.share)e.setAttribute("data-can-share","")})(document.documentElement)`;

function toScheme(stored: string | null): MantineColorScheme | null {
  if (stored === "system") return "auto";
  return stored === "light" || stored === "dark" ? stored : null;
}

/** Stores Mantine's colour scheme under our own key and values: light, dark, system. */
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
