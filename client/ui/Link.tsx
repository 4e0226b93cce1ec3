import { type ComponentPropsWithRef, use } from "react";
import { Link as RouterLink, UNSAFE_NavigationContext as NavigationContext } from "react-router-dom";

export type LinkProps = ComponentPropsWithRef<typeof RouterLink>;

/** What is for the router and not for the element. */
const ROUTERS: ReadonlySet<string> = new Set<keyof LinkProps>([
  "to",
  "discover",
  "prefetch",
  "preventScrollReset",
  "relative",
  "reloadDocument",
  "replace",
  "state",
  "viewTransition",
  "defaultShouldRevalidate",
  "mask",
]);

/**
 * What the router's link renders. Its hooks, for relative addresses and prefetching, took a tenth of the render of a page with 150 links;
 * addresses that begin with one slash need none of them.
 */
function PlainLink(props: LinkProps) {
  const { basename } = use(NavigationContext);
  const { to } = props;
  if (typeof to !== "string" || !/^\/(?!\/)/.test(to)) return <BrowserLink {...props} />;
  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => !ROUTERS.has(name)));
  return <a {...attributes} href={hrefOf(basename, to)} />;
}

/** As the router joins them: its base is "/" or "/x/y/". */
function hrefOf(basename: string, to: string): string {
  return basename === "/" ? to : `${basename.replace(/\/$/, "")}${to}`;
}

/** Without the router's mark, by which a framework would look for the code of its page. */
function BrowserLink(props: LinkProps) {
  return <RouterLink discover="none" {...props} />;
}

/** The router's `Link`. */
export const Link = import.meta.env.SSR ? PlainLink : BrowserLink;
