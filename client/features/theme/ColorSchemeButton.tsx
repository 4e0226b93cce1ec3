import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { Icon, type IconName } from "../../ui/Icon";
import { chooseScheme, type ColorScheme, useColorScheme } from "./color-scheme";

const NEXT: Record<ColorScheme, ColorScheme> = { light: "dark", dark: "system", system: "light" };
const ICONS: Record<ColorScheme, IconName> = { light: "sun", dark: "moon", system: "contrast" };

/** Cycles light → dark → system. Its name says the current and the next mode. */
export function ColorSchemeButton() {
  const { choice } = useColorScheme();
  const name = useButtonName(choice);
  return (
    <IconButton aria-label={name} data-needs-script onClick={() => chooseScheme(NEXT[choice])}>
      <Icon name={ICONS[choice]} />
    </IconButton>
  );
}

/** The same button where there is room for words. */
export function ColorSchemeRow({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  const { choice } = useColorScheme();
  const name = useButtonName(choice);
  const labels: Record<ColorScheme, string> = {
    light: t`Colour mode: light`,
    dark: t`Colour mode: dark`,
    system: t`Colour mode: system`,
  };
  return (
    <button className={className} type="button" aria-label={name} onClick={() => chooseScheme(NEXT[choice])}>
      <span>{labels[choice]}</span>
      <Icon name={ICONS[choice]} />
    </button>
  );
}

function useButtonName(choice: ColorScheme): string {
  const { t } = useLingui();
  const names: Record<ColorScheme, string> = {
    light: t`Colour mode: light. Switch to dark.`,
    dark: t`Colour mode: dark. Switch to system.`,
    system: t`Colour mode: system. Switch to light.`,
  };
  return names[choice];
}

const BACKGROUND = { dark: "#0c1211", light: "#f4f7f6" } as const;

/** Matches the browser UI to the page background. */
export function ThemeColor() {
  return <meta name="theme-color" content={BACKGROUND[useColorScheme().shown]} />;
}
