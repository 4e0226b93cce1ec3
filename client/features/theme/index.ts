export { ColorSchemeButton } from "./ColorSchemeButton";
export { colorSchemeManager } from "./color-scheme-manager";
export { COLOR_SCHEME_SCRIPT } from "./color-scheme-script";
export { ThemeColor } from "./ThemeColor";
