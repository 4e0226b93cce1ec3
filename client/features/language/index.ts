export { LanguageHint } from "./LanguageHint";
export { LanguageMenu } from "./LanguageMenu";
export { ShownLanguageProvider, useShownLanguage } from "./ShownLanguageProvider";
export { ShownLanguageSwitch } from "./ShownLanguageSwitch";
