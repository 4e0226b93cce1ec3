import { useLingui } from "@lingui/react/macro";
import { localeInfo } from "../../../contract/locales";
import { Steady } from "../../ui/Steady";
import { useShownLanguage } from "./ShownLanguageProvider";
import classes from "../../ui/segments.module.css";

/** Switches all prompts between the page's language and the other one. */
export function ShownLanguageSwitch() {
  const { t } = useLingui();
  const { page, other, all, showAll } = useShownLanguage();
  if (!other) return null;
  return (
    <div className={classes.segments} role="group" aria-label={t`Language of the prompts`} data-needs-script>
      {[page, other].map((locale) => (
        <button
          key={locale}
          type="button"
          className={classes.segment}
          lang={locale}
          dir={localeInfo(locale).dir}
          aria-pressed={locale === all}
          onClick={() => showAll(locale)}
        >
          <Steady>{localeInfo(locale).name}</Steady>
        </button>
      ))}
    </div>
  );
}
