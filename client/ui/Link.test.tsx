import { renderToStaticMarkup } from "react-dom/server";
import { Link as RouterLink, createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { Link } from "./Link";

async function htmlOf(basename: string, element: ReactElement): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ path: "*", element }], { basename });
  const context = await query(new Request(`http://localhost${basename}de/list?q=x`));
  if (context instanceof Response) throw new TypeError("It leads elsewhere.");
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

const ADDRESSES = ["/", "/de/", "/prompt/7", "/de/?tag=code&q=a+b#all", "?q=y", "#all", { search: "", hash: "x" }];

test.each(["/", "/x/y/"])("on the server a link is what the router makes of it, below %s", async (basename) => {
  for (const to of ADDRESSES) {
    const props = { to, className: "a", title: "t", replace: true, preventScrollReset: true, state: { at: 1 } };
    const [ours, routers] = await Promise.all([
      htmlOf(basename, <Link {...props} />),
      htmlOf(basename, <RouterLink {...props} discover="none" />),
    ]);
    expect(ours).toBe(routers);
  }
});
