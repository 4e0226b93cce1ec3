import "@vitejs/plugin-react/preamble";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { createBrowserClient } from "./browser-client";
import { Destination } from "./destination";
import { Session } from "../session/session";
import { Document } from "./Document";
import { NotFoundError } from "./error-chain";
import { loadI18n } from "../i18n/catalog";
import type { PageContext } from "./page-context";
import { PAGE_STATE_ID, type PageState, reviveErrors } from "./page-state";
import { clearReloadMark, reloadAfterRelease } from "./load-code";
import { localePath } from "../../contract/locales";
import { NOT_FOUND_PATH } from "../../contract/pages";
import { basename, createRoutes, loadCode, matchedPages, PAGE_BOUNDARY } from "./router";

async function start(): Promise<void> {
  const stateJson = document.getElementById(PAGE_STATE_ID)?.textContent ?? "";
  const state = JSON.parse(stateJson) as PageState;
  const { locale, basePath, publicUrl, links } = state;
  const errors = reviveErrors(state.errors);
  const isNotFound = errors?.[PAGE_BOUNDARY] instanceof NotFoundError;
  const session = new Session(basePath);
  const apollo = createBrowserClient(basePath, state.apollo, session);
  const within = ({ pathname, search }: { pathname: string; search: string }) => ({
    pathname: pathname.slice(basePath.length),
    search,
  });
  const destination = new Destination(within(location));
  const context: PageContext = {
    apollo,
    locale,
    basePath,
    publicUrl,
    links,
    i18n: loadI18n(locale),
    session,
    destination,
    notFoundAt: isNotFound ? location.pathname.slice(basePath.length) : null,
  };
  const routes = createRoutes(context);
  const shown = isNotFound ? basePath + localePath(locale, NOT_FOUND_PATH) : location.pathname;
  // Hydrating before the page's code is loaded would replace the server's HTML by a spinner.
  const [i18n] = await Promise.all([
    context.i18n,
    ...matchedPages(routes, shown, basePath).map((page) => loadCode(page, context)),
  ]);
  const router = createBrowserRouter(routes, {
    basename: basename(basePath),
    hydrationData: { loaderData: state.loaderData, errors },
  });
  router.subscribe(({ location: at, navigation }) =>
    destination.set(within(at), navigation.location ? within(navigation.location) : null),
  );
  hydrateRoot(
    document,
    <Document context={context} i18n={i18n} stateJson={stateJson}>
      <RouterProvider router={router} />
    </Document>,
  );
  clearReloadMark();
  prefetchLater(router, routes, context);
}

/** Starts prefetching once the page is interactive and the browser is idle. */
function prefetchLater(
  router: ReturnType<typeof createBrowserRouter>,
  routes: RouteObject[],
  context: PageContext,
): void {
  const whenIdle = (work: () => void) =>
    "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 1000);
  whenIdle(() => {
    import("./prefetch").then(
      ({ Prefetching }) => {
        const prefetching = new Prefetching(routes, context);
        prefetching.start();
        performance.mark("prefetching");
        router.subscribe(({ navigation }) => {
          if (navigation.state === "idle") whenIdle(() => prefetching.watch());
        });
      },
      () => null, // Links then load their targets when followed.
    );
  });
}

start().catch(async (error: unknown) => {
  if (!(await reloadAfterRelease(location.href))) throw error;
});
