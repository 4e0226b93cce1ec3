import { useComputedColorScheme } from "@mantine/core";
import { useHydrated } from "../../ui/use-hydrated";

const BACKGROUND = { dark: "#0c1211", light: "#f4f7f6" } as const;

/** Colours the browser's own frame like the page. */
export function ThemeColor() {
  const scheme = useComputedColorScheme("dark");
  return <meta name="theme-color" content={BACKGROUND[useHydrated() ? scheme : "dark"]} />;
}
