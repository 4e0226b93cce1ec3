import { useLocation, useNavigate } from "react-router-dom";
import { splitLocalePath } from "../../../contract/locales";
import { PAGES } from "../../../contract/pages";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useHydrated } from "../../ui/use-hydrated";

/** Navigates to the page before the sign-in. */
export function useReturn(): () => void {
  const { search } = useLocation();
  const go = useGo();
  return () => go(new URLSearchParams(search).get("return"));
}

/** The same for a mailed link, which opens in a new tab: the page is stored in the browser that requested the mail. */
export function useMailReturn(): { remember(): void; goBack(): void } {
  const { search } = useLocation();
  const { session } = useSite();
  const go = useGo();
  return {
    remember: () => privateStorage(session).write("return", new URLSearchParams(search).get("return")),
    goBack: () => {
      const storage = privateStorage(session);
      const requested = storage.read("return");
      storage.write("return", null);
      go(requested);
    },
  };
}

/** The address of the home page, for a new document. */
export function useHome(): string {
  const { basePath } = useSite();
  return basePath + useLocalePath()("/");
}

function useGo(): (requested: string | null) => void {
  const { locale, basePath } = useSite();
  const path = useLocalePath();
  const navigate = useNavigate();
  return (requested) => {
    const target = returnPath(requested) ?? path("/");
    // Another language needs a new document.
    if (splitLocalePath(target).locale !== locale) window.location.assign(basePath + target);
    else void navigate(target);
  };
}

export type AuthView = "password" | "link" | "register" | "forgot";

/** URLs of the sign-in forms. They return to the current page or, from a sign-in page, to the one before it. */
export function useAuthAddress(): (view: AuthView) => string {
  const { pathname, search } = useLocation();
  const path = useLocalePath();
  // The server renders pages without unknown query parameters.
  const hydrated = useHydrated();
  const back = hydrated
    ? (returnPath(new URLSearchParams(search).get("return")) ?? returnPath(pathname + search))
    : null;
  return (view) => {
    const query = new URLSearchParams({ ...(view !== "password" && { view }), ...(back !== null && { return: back }) });
    return path(PAGES.auth.path) + (query.size > 0 ? `?${query.toString()}` : "");
  };
}

/** A placeholder origin to parse paths with. */
const PLACEHOLDER_ORIGIN = "https://site.invalid";
/** Pages of the sign-in flow itself: no targets to return to. */
const SIGN_IN_PAGES = /^\/(user\/(auth|link|confirm|change-email|stop-email-change)|reset-password)$/;

/**
 * The page to return to after signing in, or null. Prevents open redirects: anybody can craft a link with any `return`, so
 * everything that a browser could resolve to another origin is rejected.
 * @param requested a path within the base path, with its locale
 */
export function returnPath(requested: string | null): string | null {
  if (requested === null || !requested.startsWith("/") || /[\\\p{Cc}]/u.test(requested)) return null;
  const url = URL.canParse(requested, PLACEHOLDER_ORIGIN) ? new URL(requested, PLACEHOLDER_ORIGIN) : null;
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith("//")) return null;
  return SIGN_IN_PAGES.test(splitLocalePath(url.pathname).path) ? null : url.pathname + url.search + url.hash;
}
