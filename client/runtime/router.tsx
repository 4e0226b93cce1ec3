import { type LoaderFunctionArgs, matchRoutes, type RouteObject, useRouteError } from "react-router-dom";
import { DEFAULT_LOCALE } from "../../contract/locales";
import { NotFoundError, PageLoadError } from "./error-chain";
import { PageErrorBoundary } from "../features/failure";
import { Shell } from "../features/frame";
import { loadLate } from "./late-part";
import type { PageContext } from "./page-context";
import { NEVER, reloadAfterRelease } from "./load-code";
import { Page, type PageModule } from "./page";
import type { seldomPages as SeldomPages } from "../routes/seldom-pages";
import { type PageName, PAGES } from "../../contract/pages";

/** The id of the route whose boundary shows page errors within the frame. */
export const PAGE_BOUNDARY = "page";

const ROUTES = "client/routes";

function definePages(): Record<PageName | "notFound", Page> {
  return {
    home: new Page(`${ROUTES}/home.tsx`, () => import("../routes/home")),
    prompt: new Page(`${ROUTES}/prompt.tsx`, () => import("../routes/prompt")),
    communityPrompts: new Page(`${ROUTES}/community-prompts.tsx`, () => import("../routes/community-prompts")),
    docs: seldomPage("docs"),
    blog: seldomPage("blog/list"),
    blogArchive: seldomPage("blog/archive"),
    post: seldomPage("blog/post"),
    auth: new Page(`${ROUTES}/account/auth.tsx`, () => import("../routes/account/auth")),
    loginLink: seldomPage("account/link"),
    confirm: seldomPage("account/confirm"),
    changeEmail: seldomPage("account/change-email"),
    stopEmailChange: seldomPage("account/stop-email-change"),
    stopDigest: seldomPage("account/stop-digest"),
    resetPassword: seldomPage("account/reset"),
    user: new Page(`${ROUTES}/account/user.tsx`, () => import("../routes/account/user")),
    favorites: new Page(`${ROUTES}/account/favorites.tsx`, () => import("../routes/account/favorites")),
    notifications: seldomPage("account/notifications"),
    moderation: seldomPage("account/moderation"),
    feedback: seldomPage("feedback"),
    notFound: new Page(`${ROUTES}/not-found.tsx`, () => import("../routes/not-found")),
  };
}

function seldomPage(file: keyof typeof SeldomPages): Page {
  const load = async () => (await import("../routes/seldom-pages")).seldomPages[file]();
  return new Page(`${ROUTES}/${file}.tsx`, load);
}

/** With a trailing slash, because the home page's URL has one. */
export function basename(basePath: string): string {
  return `${basePath}/`;
}

/**
 * The pages in the document's language: another language needs a new document. The router compiles all of these paths for every
 * document that the server renders and for every link that the browser prefetches, so those of the other twelve languages would cost
 * more than the page itself.
 */
export function createRoutes(context: PageContext): RouteObject[] {
  const { locale } = context;
  const pages = definePages();
  const pageNames = Object.keys(PAGES) as PageName[];
  return [
    {
      id: "shell",
      Component: Shell,
      ErrorBoundary: PageErrorBoundary,
      children: [
        {
          id: PAGE_BOUNDARY,
          ErrorBoundary: frameBoundary(pages.notFound),
          children: [
            {
              path: locale === DEFAULT_LOCALE ? "/" : `/${locale}`,
              caseSensitive: true,
              children: [
                ...pageNames.map((name) => ({ ...place(PAGES[name].path), ...pageRoute(context, pages[name]) })),
                { path: "*", ...pageRoute(context, pages.notFound) },
              ],
            },
          ],
        },
      ],
    },
  ];
}

function place(path: string): { index: true } | { path: string; caseSensitive: true } {
  return path === "/" ? { index: true } : { path: path.slice(1), caseSensitive: true };
}

/** The not-found document can be served at any URL: it replaces whatever page the URL would match. */
function frameBoundary(notFound: Page) {
  return function FrameBoundary() {
    const error = useRouteError();
    const { loaded } = notFound;
    if (!(error instanceof NotFoundError) || !loaded?.ErrorBoundary) return <PageErrorBoundary />;
    return <loaded.ErrorBoundary />;
  };
}

function pageRoute(context: PageContext, page: Page) {
  return {
    handle: page,
    loader: (args: LoaderFunctionArgs) => loadPage(context, page, args),
    Component: function PageComponent() {
      if (!page.loaded) throw new PageLoadError(`The code of ${page.source} is not loaded.`);
      return <page.loaded.default />;
    },
    ErrorBoundary: function PageBoundary() {
      const Boundary = page.loaded?.ErrorBoundary ?? PageErrorBoundary;
      return <Boundary />;
    },
  };
}

/** Loads the code of a page together with its messages. */
export async function loadCode(page: Page, { i18n }: PageContext): Promise<PageModule> {
  const module = await page.load();
  await module.catalog?.add(await i18n);
  // The server renders it all.
  if (import.meta.env.SSR) for (const part of module.late ?? []) await loadLate(part, await i18n);
  return module;
}

async function loadPage(context: PageContext, page: Page, args: LoaderFunctionArgs): Promise<unknown> {
  const module = await loadCode(page, context).catch(async (cause: unknown) => {
    if (await reloadAfterRelease(args.request.url)) return NEVER;
    throw new PageLoadError(`The code of this page could not be loaded.`, { cause });
  });
  try {
    return (await module.loader?.(context, args)) ?? null;
  } catch (cause) {
    // The router aborts superseded loaders; their errors are not the page's.
    if (args.request.signal.aborted) throw cause;
    throw new PageLoadError(`The data of this page could not be loaded.`, { cause });
  }
}

/** The pages that match a path. */
export function matchedPages(routes: RouteObject[], pathname: string, basePath: string): Page[] {
  const matches = matchRoutes(routes, pathname, basename(basePath)) ?? [];
  return matches.flatMap(({ route }) => (route.handle instanceof Page ? [route.handle] : []));
}
