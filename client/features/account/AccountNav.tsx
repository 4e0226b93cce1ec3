import { useLingui } from "@lingui/react/macro";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { PAGES, SETTINGS_PATH } from "../../../contract/pages";
import { FormIcon } from "../../forms/FormIcon";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Icon, Outline } from "../../ui/Icon";
import { BELL } from "../notification-bell";
import classes from "./AccountNav.module.css";

export type AccountView = "prompts" | "favorites" | "notifications" | "moderation" | "settings";

const SECTIONS = ["account", "devices", "tokens", "data", "delete"] as const;
export type SettingsSection = (typeof SECTIONS)[number];

export function useSectionTitles(): Record<SettingsSection, string> {
  const { t } = useLingui();
  return {
    account: t`Account`,
    devices: t`Devices`,
    tokens: t`API tokens`,
    data: t`Your data`,
    delete: t`Delete account`,
  };
}

/** The width in which the row fades out. */
const FADE = 32;

interface AccountNavProps {
  view: AccountView;
  /** How many prompts the member has; undefined while unknown. */
  promptCount: number | undefined;
  favoriteCount: number | undefined;
  /** Whether the member keeps order. */
  isModerator: boolean;
}

/** The member's pages and the sections of the settings: beside them, or in narrow windows a row that scrolls sideways. */
export function AccountNav({ view, promptCount, favoriteCount, isModerator }: AccountNavProps) {
  const { t } = useLingui();
  const path = useLocalePath();
  const titles = useSectionTitles();
  const isSettings = view === "settings";
  const current = useCurrentSection(isSettings);
  const nav = useRef<HTMLElement>(null);
  useCurrentInView(nav, isSettings ? current : view);
  return (
    <nav ref={nav} className={classes.nav} aria-label={t`Your account`}>
      <Group title={t`Library`}>
        <li>
          <Link to={path(PAGES.user.path)} aria-current={view === "prompts" ? "page" : undefined}>
            <FormIcon name="pilcrow" />
            {t`My prompts`}
            <Count value={promptCount} />
          </Link>
        </li>
        <li>
          <Link to={path(PAGES.favorites.path)} aria-current={view === "favorites" ? "page" : undefined}>
            <Icon name="heart" />
            {t`My favourites`}
            <Count value={favoriteCount} />
          </Link>
        </li>
        <li>
          <Link to={path(PAGES.communityPrompts.path)}>
            <Icon name="messages" />
            {t`Community prompts`}
          </Link>
        </li>
        <li>
          <Link to={path(PAGES.notifications.path)} aria-current={view === "notifications" ? "page" : undefined}>
            <Outline path={BELL} />
            {t`Notifications`}
          </Link>
        </li>
        {isModerator && (
          <li>
            <Link to={path(PAGES.moderation.path)} aria-current={view === "moderation" ? "page" : undefined}>
              <FormIcon name="flag" />
              {t`Moderation`}
            </Link>
          </li>
        )}
      </Group>
      <Group title={t`Settings`}>
        {SECTIONS.map((section) => {
          const label = (
            <>
              <SectionIcon section={section} />
              {titles[section]}
            </>
          );
          return (
            <li key={section}>
              {isSettings ? (
                <a href={`#${section}`} aria-current={section === current ? "true" : undefined}>
                  {label}
                </a>
              ) : (
                <Link to={`${path(SETTINGS_PATH)}#${section}`}>{label}</Link>
              )}
            </li>
          );
        })}
      </Group>
    </nav>
  );
}

/** Nothing says zero. A digit keeps its room before it is known, and where there is none: nothing beside it moves. */
function Count({ value }: { value: number | undefined }) {
  const { i18n } = useLingui();
  return <span className={classes.count}>{!!value && i18n.number(value)}</span>;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={classes.group}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
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
    case "data":
      return <FormIcon name="data" />;
    case "delete":
      return <Icon name="alert" />;
  }
}

/** Scrolls the row of narrow windows, never the page, to the current link. */
function useCurrentInView(nav: RefObject<HTMLElement | null>, current: string): void {
  useEffect(() => {
    const row = nav.current;
    const link = row?.querySelector("[aria-current]");
    if (!row || !link) return;
    const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.left < outer.left + FADE) row.scrollBy({ left: inner.left - outer.left - FADE });
    else if (inner.right > outer.right - FADE) row.scrollBy({ left: inner.right - outer.right + FADE });
  }, [nav, current]);
}

/**
 * The section at the top of the window: of short ones the one that was asked for, or else the last. At the end of the page, the
 * one with the focus, that was asked for, or else the last.
 */
function useCurrentSection(active: boolean): SettingsSection {
  const [current, setCurrent] = useState<SettingsSection>("account");
  useEffect(() => {
    if (!active) return;
    const follow = () => {
      const topOf = (section: SettingsSection) => document.getElementById(section)?.getBoundingClientRect().top;
      const begun = SECTIONS.filter((section) => (topOf(section) ?? Infinity) < window.innerHeight / 3);
      const asked = SECTIONS.find((section) => `#${section}` === window.location.hash);
      const { scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
      const inUse = SECTIONS.find((section) => document.getElementById(section)?.contains(document.activeElement));
      const isAtTop = asked && begun.includes(asked) && (topOf(asked) ?? 0) >= 0;
      setCurrent((isAtEnd && (inUse ?? asked ?? SECTIONS.at(-1))) || (isAtTop && asked) || begun.at(-1) || "account");
    };
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("hashchange", follow);
    return () => {
      window.removeEventListener("scroll", follow);
      window.removeEventListener("hashchange", follow);
    };
  }, [active]);
  return current;
}
