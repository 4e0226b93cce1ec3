import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { useLocalePath } from "../../runtime/use-locale-path";
import { Logo } from "../../ui/Logo";
import { LanguageMenu } from "../language";
import { ColorSchemeButton } from "../theme";
import { AccountSlot } from "./AccountSlot";
import { IconLinks } from "./IconLinks";
import { SiteDrawerButton } from "./SiteDrawerButton";
import { SiteNav } from "./SiteNav";
import { useHeadroom } from "./use-headroom";
import classes from "./Header.module.css";

export function Header() {
  const { t } = useLingui();
  const path = useLocalePath();
  const header = useHeadroom();
  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Link className={classes.home} to={path("/")} aria-label={t`Polyprompt, to the home page`}>
          <Logo />
        </Link>
        <SiteNav />
        <div className={classes.end}>
          <LanguageMenu />
          <div className={classes.icons}>
            <IconLinks />
          </div>
          <ColorSchemeButton />
          <AccountSlot />
          <SiteDrawerButton />
        </div>
      </div>
    </header>
  );
}
