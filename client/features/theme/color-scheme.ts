import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../ui/local-storage";

/** The reader's choice, as stored. */
export type ColorScheme = "light" | "dark" | "system";

const THEME_KEY = "theme";
/** The component library's styles depend on this name. */
const ATTRIBUTE = "data-mantine-color-scheme";
const PREFERS_LIGHT = "(prefers-color-scheme: light)";

/**
 * Runs before the first paint, so that no page flashes in the wrong colours. Also marks that scripts run and that the device has a
 * share sheet: controls that need either stay hidden otherwise. The content security policy allows this exact text by its hash.
 */
export const COLOR_SCHEME_SCRIPT =
  `(function(e){var t;try{t=localStorage.getItem("${THEME_KEY}")}catch(_){}` +
  `e.setAttribute("${ATTRIBUTE}",` +
  `t==="light"||t==="system"&&matchMedia("${PREFERS_LIGHT}").matches?"light":"dark");` +
  `e.setAttribute("data-scripted","");` +
  `if(navigator.share)e.setAttribute("data-can-share","")})(document.documentElement)`;

function toScheme(stored: string | null): ColorScheme {
  return stored === "light" || stored === "system" ? stored : "dark";
}

/** Where the browser refuses to store the choice, it lasts as long as the page. */
let chosen: ColorScheme | null = null;
const listeners = new Set<() => void>();

function currentScheme(): ColorScheme {
  return chosen ?? toScheme(readStored(THEME_KEY));
}

/** The colours that a choice means now. */
function shownScheme(scheme: ColorScheme): "light" | "dark" {
  if (scheme !== "system") return scheme;
  return matchMedia(PREFERS_LIGHT).matches ? "light" : "dark";
}

function apply(): void {
  document.documentElement.setAttribute(ATTRIBUTE, shownScheme(currentScheme()));
  for (const listener of listeners) listener();
}

export function chooseScheme(scheme: ColorScheme): void {
  chosen = scheme;
  writeStored(THEME_KEY, scheme);
  apply();
}

/** Follows other tabs and the system. */
function subscribe(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== THEME_KEY) return;
    chosen = toScheme(newValue);
    apply();
  };
  const system = matchMedia(PREFERS_LIGHT);
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  system.addEventListener("change", apply);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    system.removeEventListener("change", apply);
  };
}

/** The reader's choice and the colours that it means. The server does not know it, and renders the default: dark. */
export function useColorScheme(): { choice: ColorScheme; shown: "light" | "dark" } {
  const choice = useSyncExternalStore(subscribe, currentScheme, () => "dark" as const);
  const shown = useSyncExternalStore(
    subscribe,
    () => shownScheme(currentScheme()),
    () => "dark" as const,
  );
  return { choice, shown };
}
