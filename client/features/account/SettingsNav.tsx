import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { FormIcon } from "../../forms/FormIcon";
import { Icon } from "../../ui/Icon";
import classes from "./SettingsNav.module.css";

export const SECTIONS = ["account", "devices", "tokens", "delete"] as const;
export type SettingsSection = (typeof SECTIONS)[number];

/** The page's sections: beside it, or in narrow windows a row that scrolls sideways. */
export function SettingsNav({ titles }: { titles: Record<SettingsSection, string> }) {
  const { t } = useLingui();
  const current = useCurrentSection();
  return (
    <nav className={classes.nav} aria-label={t`Account settings`}>
      {SECTIONS.map((section) => (
        <a key={section} href={`#${section}`} aria-current={section === current ? "true" : undefined}>
          <SectionIcon section={section} />
          {titles[section]}
        </a>
      ))}
    </nav>
  );
}

function SectionIcon({ section }: { section: SettingsSection }) {
  switch (section) {
    case "account":
      return <Icon name="user" />;
    case "devices":
      return <FormIcon name="laptop" />;
    case "tokens":
      return <FormIcon name="key" />;
    case "delete":
      return <Icon name="alert" />;
  }
}

/** The section at the top of the window; at the end of the page, the one that was asked for or else the last. */
function useCurrentSection(): SettingsSection {
  const [current, setCurrent] = useState<SettingsSection>("account");
  useEffect(() => {
    const follow = () => {
      const isBegun = (section: SettingsSection) => {
        const top = document.getElementById(section)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      };
      const asked = SECTIONS.find((section) => `#${section}` === window.location.hash);
      const { scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
      setCurrent((isAtEnd && (asked ?? SECTIONS.at(-1))) || SECTIONS.findLast(isBegun) || "account");
    };
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("hashchange", follow);
    return () => {
      window.removeEventListener("scroll", follow);
      window.removeEventListener("hashchange", follow);
    };
  }, []);
  return current;
}
