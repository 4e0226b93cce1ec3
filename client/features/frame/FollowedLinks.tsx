import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** A link of a page: its address, and its place among the links with that address. */
interface FollowedLink {
  href: string;
  at: number;
}

/** Back and Forward focus the link that was followed from there. The frame leaves the focus to what is marked so. */
export function FollowedLinks() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const pressed = useRef<FollowedLink | null>(null);
  const shown = useRef({ pathname, key });
  /** By the key of the entry of the history. */
  const [followed] = useState(() => new Map<string, FollowedLink>());
  useEffect(() => {
    const press = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const href = link?.getAttribute("href");
      if (link && href) pressed.current = { href, at: linksTo(href).indexOf(link) };
    };
    document.addEventListener("click", press, { capture: true });
    return () => document.removeEventListener("click", press, { capture: true });
  }, []);
  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { pathname, key };
    if (pressed.current) followed.set(before.key, pressed.current);
    pressed.current = null;
    const link = followed.get(key);
    if (type === NavigationType.Pop && before.pathname !== pathname && link) focus(link);
  }, [pathname, key, type, followed]);
  return null;
}

function focus({ href, at }: FollowedLink): void {
  const links = linksTo(href);
  const link = links[at] ?? links[0];
  if (!link) return;
  link.setAttribute("data-followed", "");
  link.addEventListener("blur", () => link.removeAttribute("data-followed"), { once: true });
  link.focus({ preventScroll: true });
}

function linksTo(href: string): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("a")].filter((link) => link.getAttribute("href") === href);
}
