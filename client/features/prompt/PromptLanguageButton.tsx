import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type Locale, localeInfo } from "../../../contract/locales";
import classes from "./quiet-button.module.css";

interface PromptLanguageButtonProps {
  target: Locale;
  busy: boolean;
  onShow(locale: Locale): void;
}

/** Flips one prompt to the other language. */
export function PromptLanguageButton({ target, busy, onShow }: PromptLanguageButtonProps) {
  const { t } = useLingui();
  const { name } = localeInfo(target);
  return (
    <Button
      variant="default"
      className={classes.button}
      lang={target}
      aria-label={t`Show in ${name}`}
      aria-busy={busy}
      data-needs-script
      onClick={() => onShow(target)}
    >
      {name}
    </Button>
  );
}
