import { ActionIcon, type MantineColorScheme, useMantineColorScheme, useComputedColorScheme } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import { useHydrated } from "../../ui/use-hydrated";
import { Icon, type IconName } from "../../ui/Icon";

const NEXT: Record<MantineColorScheme, MantineColorScheme> = { light: "dark", dark: "auto", auto: "light" };
const ICONS: Record<MantineColorScheme, IconName> = { light: "sun", dark: "moon", auto: "contrast" };

/** Cycles light → dark → system. The label names the current and the next mode. */
export function ColorSchemeButton() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the reader's choice and renders the default.
  const current = useHydrated() ? colorScheme : "dark";
  const names: Record<MantineColorScheme, string> = {
    light: t`Colour mode: light. Switch to dark.`,
    dark: t`Colour mode: dark. Switch to system.`,
    auto: t`Colour mode: system. Switch to light.`,
  };
  return (
    <ActionIcon
      variant="subtle"
      size={40}
      aria-label={names[current]}
      data-needs-script
      onClick={() => setColorScheme(NEXT[current])}
    >
      <Icon name={ICONS[current]} />
    </ActionIcon>
  );
}

const BACKGROUND = { dark: "#0c1211", light: "#f4f7f6" } as const;

/** Matches the browser UI to the page background. */
export function ThemeColor() {
  const scheme = useComputedColorScheme("dark");
  return <meta name="theme-color" content={BACKGROUND[useHydrated() ? scheme : "dark"]} />;
}
