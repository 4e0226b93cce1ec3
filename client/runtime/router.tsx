import { type LoaderFunctionArgs, matchRoutes, type RouteObject, useRouteError } from "react-router-dom";
import { DEFAULT_LOCALE } from "../../contract/locales";
import { NotFoundError, PageLoadError } from "./error-chain";
import { PageErrorBoundary } from "../features/failure";
import { Shell } from "../features/frame";
import type { PageContext } from "./page-context";
import { NEVER, reloadAfterRelease } from "./load-code";
import { Page, type PageModule } from "./page";
import { type PageName, PAGES } from "../../contract/pages";

/** The id of the route whose boundary shows page errors within the frame. */
export const PAGE_BOUNDARY = "page";

const ROUTES = "client/routes";

function definePages(): Record<PageName | "notFound", Page> {
  return {
    home: new Page(`${ROUTES}/home.tsx`, () => import("../routes/home")),
    prompt: new Page(`${ROUTES}/prompt.tsx`, () => import("../routes/prompt")),
    communityPrompts: new Page(`${ROUTES}/community-prompts.tsx`, () => import("../routes/community-prompts")),
    docs: new Page(`${ROUTES}/docs.tsx`, () => import("../routes/docs")),
    blog: new Page(`${ROUTES}/blog/list.tsx`, () => import("../routes/blog/list")),
    blogArchive: new Page(`${ROUTES}/blog/archive.tsx`, () => import("../routes/blog/archive")),
    post: new Page(`${ROUTES}/blog/post.tsx`, () => import("../routes/blog/post")),
    auth: new Page(`${ROUTES}/account/auth.tsx`, () => import("../routes/account/auth")),
    loginLink: new Page(`${ROUTES}/account/link.tsx`, () => import("../routes/account/link")),
    confirm: new Page(`${ROUTES}/account/confirm.tsx`, () => import("../routes/account/confirm")),
    changeEmail: new Page(`${ROUTES}/account/change-email.tsx`, () => import("../routes/account/change-email")),
    stopEmailChange: new Page(
      `${ROUTES}/account/stop-email-change.tsx`,
      () => import("../routes/account/stop-email-change"),
    ),
    stopDigest: new Page(`${ROUTES}/account/stop-digest.tsx`, () => import("../routes/account/stop-digest")),
    connect: new Page(`${ROUTES}/account/connect.tsx`, () => import("../routes/account/connect")),
    resetPassword: new Page(`${ROUTES}/account/reset.tsx`, () => import("../routes/account/reset")),
    user: new Page(`${ROUTES}/account/user.tsx`, () => import("../routes/account/user")),
    favorites: new Page(`${ROUTES}/account/favorites.tsx`, () => import("../routes/account/favorites")),
    notifications: new Page(`${ROUTES}/account/notifications.tsx`, () => import("../routes/account/notifications")),
    moderation: new Page(`${ROUTES}/account/moderation.tsx`, () => import("../routes/account/moderation")),
    feedback: new Page(`${ROUTES}/feedback.tsx`, () => import("../routes/feedback")),
    notFound: new Page(`${ROUTES}/not-found.tsx`, () => import("../routes/not-found")),
  };
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
