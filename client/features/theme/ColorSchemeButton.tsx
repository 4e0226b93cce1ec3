import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { Icon, type IconName } from "../../ui/Icon";
import { chooseScheme, type ColorScheme, useColorScheme } from "./color-scheme";

const NEXT: Record<ColorScheme, ColorScheme> = { light: "dark", dark: "system", system: "light" };
const ICONS: Record<ColorScheme, IconName> = { light: "sun", dark: "moon", system: "contrast" };

/** Cycles light → dark → system. The label names the current and the next mode. */
export function ColorSchemeButton() {
  const { t } = useLingui();
  const { choice } = useColorScheme();
  const names: Record<ColorScheme, string> = {
    light: t`Colour mode: light. Switch to dark.`,
    dark: t`Colour mode: dark. Switch to system.`,
    system: t`Colour mode: system. Switch to light.`,
  };
  return (
    <IconButton aria-label={names[choice]} data-needs-script onClick={() => chooseScheme(NEXT[choice])}>
      <Icon name={ICONS[choice]} />
    </IconButton>
  );
}

const BACKGROUND = { dark: "#0c1211", light: "#f4f7f6" } as const;

/** Matches the browser UI to the page background. */
export function ThemeColor() {
  return <meta name="theme-color" content={BACKGROUND[useColorScheme().shown]} />;
}
