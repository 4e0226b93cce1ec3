import { createServer } from "vite";
import { expect, test } from "vitest";
import type { PageRenderer } from "../contract/page-renderer";

test("the page renderer can be loaded from its sources, as npm run dev does", async () => {
  const vite = await createServer({
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  });
  try {
    const module = await vite.ssrLoadModule("/client/runtime/entry.server.tsx");
    const { renderer } = module as { renderer: PageRenderer };
    expect(renderer.isPage("/en/docs/")).toBe(true);
  } finally {
    await vite.close();
  }
});
