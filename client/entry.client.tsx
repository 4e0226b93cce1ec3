import "@vitejs/plugin-react/preamble";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { createBrowserClient } from "./apollo/browser-client";
import { Document } from "./Document";
import { loadI18n } from "./i18n/catalog";
import type { PageContext } from "./page-context";
import { PAGE_STATE_ID, type PageState, reviveErrors } from "./page-state";
import { watchStyles } from "./router/failed-styles";
import { forgetReload, reloadAfterRelease } from "./router/new-release";
import { basename, createRoutes, matchedPages } from "./router/router";

async function start(): Promise<void> {
  watchStyles();
  const stateJson = document.getElementById(PAGE_STATE_ID)?.textContent ?? "";
  const state = JSON.parse(stateJson) as PageState;
  const { locale, basePath, publicUrl, links } = state;
  const apollo = createBrowserClient(basePath, state.apollo);
  const context: PageContext = { apollo, locale, basePath, publicUrl, links };
  const routes = createRoutes(context);
  // Without its code the page would be replaced by a spinner; as long as it loads, the server's page stands and reads well.
  const [i18n] = await Promise.all([
    loadI18n(locale),
    ...matchedPages(routes, location.pathname, basePath).map((page) => page.load()),
  ]);
  const router = createBrowserRouter(routes, {
    basename: basename(basePath),
    hydrationData: { loaderData: state.loaderData, errors: reviveErrors(state.errors) },
  });
  hydrateRoot(
    document,
    <Document context={context} i18n={i18n} stateJson={stateJson}>
      <RouterProvider router={router} />
    </Document>,
  );
  forgetReload();
}

start().catch(async (error: unknown) => {
  if (!(await reloadAfterRelease(location.href))) throw error;
});
