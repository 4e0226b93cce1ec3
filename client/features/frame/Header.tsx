import { useLingui } from "@lingui/react/macro";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Logo } from "../../ui/Logo";
import { LanguageMenu } from "../language";
import { ColorSchemeButton } from "../theme";
import { AccountSlot } from "./AccountSlot";
import { IconLinks } from "./IconLinks";
import { SiteDrawerButton } from "./SiteDrawerButton";
import { SiteNav } from "./SiteNav";
import { type RefObject, useEffect, useRef } from "react";
import classes from "./Header.module.css";

export function Header() {
  const { t } = useLingui();
  const path = useLocalePath();
  const header = useHeadroom();
  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Link className={classes.home} to={path("/")} aria-label={t`Polyprompt, to the home page`} data-on-intent>
          <Logo />
        </Link>
        <SiteNav />
        <div className={classes.end}>
          <LanguageMenu />
          <div className={classes.icons}>
            <IconLinks />
          </div>
          <div className={classes.scheme}>
            <ColorSchemeButton />
          </div>
          <AccountSlot />
          <SiteDrawerButton />
        </div>
      </div>
    </header>
  );
}

/** Ignores smaller movements of a finger, in pixels. */
const SCROLL_THRESHOLD = 6;

/**
 * Hides the header on scrolling down and shows it on scrolling up. It stays while something in it is open or has keyboard focus.
 * The attribute is set on the document, because elements that stick below the header move with it.
 */
function useHeadroom(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    let last = window.scrollY;
    const show = () => delete dataset["header"];
    const follow = () => {
      const element = header.current;
      const at = Math.max(0, window.scrollY);
      if (!element || Math.abs(at - last) < SCROLL_THRESHOLD) return;
      // Only once it sticks: there may be an announcement above it.
      const down = at > last && at > element.offsetHeight && element.getBoundingClientRect().top <= 0;
      last = at;
      if (down && !element.querySelector(":focus-visible, [open], [aria-expanded=true]")) dataset["header"] = "hidden";
      else show();
    };
    const element = header.current;
    window.addEventListener("scroll", follow, { passive: true });
    element?.addEventListener("focusin", show);
    return () => {
      window.removeEventListener("scroll", follow);
      element?.removeEventListener("focusin", show);
      show();
    };
  }, []);
  return header;
}
