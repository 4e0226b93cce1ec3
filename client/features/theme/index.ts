export { COLOR_SCHEME_SCRIPT } from "./color-scheme";
export { ColorSchemeButton, ColorSchemeRow, ThemeColor } from "./ColorSchemeButton";
