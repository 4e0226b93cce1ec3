import { useLocation, useNavigate } from "react-router-dom";
import { splitLocalePath } from "../../../contract/locales";
import { PAGES } from "../../../contract/pages";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useHydrated } from "../../ui/use-hydrated";

/** Goes where one was before signing in. */
export function useReturn(): () => void {
  const { search } = useLocation();
  const go = useGo();
  return () => go(new URLSearchParams(search).get("return"));
}

/** The same for a link from a mail, which opens in a tab of its own: the browser that asked for it remembers where one was. */
export function useMailReturn(): { remember(): void; goBack(): void } {
  const { search } = useLocation();
  const { session } = useSite();
  const go = useGo();
  return {
    remember: () => privateStorage(session).keep("return", new URLSearchParams(search).get("return")),
    goBack: () => {
      const storage = privateStorage(session);
      const wanted = storage.read("return");
      storage.keep("return", null);
      go(wanted);
    },
  };
}

function useGo(): (wanted: string | null) => void {
  const { locale, basePath } = useSite();
  const path = useLocalePath();
  const navigate = useNavigate();
  return (wanted) => {
    const target = returnPath(wanted) ?? path("/");
    // Another language is another document.
    if (splitLocalePath(target).locale !== locale) window.location.assign(basePath + target);
    else void navigate(target);
  };
}

export type AuthView = "password" | "link" | "register" | "forgot";

/** Addresses of the forms for signing in, which lead back to where one is, or to where one was before. */
export function useAuthAddress(): (view: AuthView) => string {
  const { pathname, search } = useLocation();
  const path = useLocalePath();
  // Pages are rendered without what they do not know of their query.
  const hydrated = useHydrated();
  const back = hydrated
    ? (returnPath(new URLSearchParams(search).get("return")) ?? returnPath(pathname + search))
    : null;
  return (view) => {
    const query = new URLSearchParams({ ...(view !== "password" && { view }), ...(back !== null && { return: back }) });
    return path(PAGES.auth.path) + (query.size > 0 ? `?${query.toString()}` : "");
  };
}

/** Stands for the site while an address is taken apart. */
const SITE = "https://site.invalid";
/** Pages that one comes from, not back to. */
const PASSING = /^\/(user\/(auth|link|confirm|change-email|stop-email-change)|reset-password)$/;

/**
 * Where to go after signing in: a page of this site, or null. Anybody can write a link with any `return`, so whatever a browser
 * could take for another site's address is none.
 * @param wanted within the base path, with its locale
 */
export function returnPath(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = URL.canParse(wanted, SITE) ? new URL(wanted, SITE) : null;
  if (url?.origin !== SITE || url.pathname.startsWith("//")) return null;
  return PASSING.test(splitLocalePath(url.pathname).path) ? null : url.pathname + url.search + url.hash;
}
