export { LanguageMenu } from "./LanguageMenu";
export { ShownLanguageProvider, useShownLanguage } from "./ShownLanguageProvider";
export { ShownLanguageSwitch } from "./ShownLanguageSwitch";
