export { COLOR_SCHEME_SCRIPT, colorSchemeManager } from "./color-scheme";
export { ColorSchemeButton, ThemeColor } from "./ColorSchemeButton";
