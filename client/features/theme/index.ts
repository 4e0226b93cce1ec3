export { COLOR_SCHEME_SCRIPT } from "./color-scheme";
export { ColorSchemeButton, ThemeColor } from "./ColorSchemeButton";
