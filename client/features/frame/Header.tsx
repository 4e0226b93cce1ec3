import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { useLocalePath } from "../../i18n/use-locale-path";
import { Logo } from "../../ui/Logo";
import { LanguageMenu } from "../language";
import { ColorSchemeButton } from "../theme";
import classes from "./Header.module.css";

export function Header() {
  const { t } = useLingui();
  const path = useLocalePath();
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link className={classes.home} to={path("/")} aria-label={t`Polyprompt, to the home page`}>
          <Logo />
        </Link>
        <div className={classes.end}>
          <LanguageMenu />
          <ColorSchemeButton />
        </div>
      </div>
    </header>
  );
}
