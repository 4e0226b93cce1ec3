import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { insertPrompts, insertUsers } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { uniqueUsername } from "./account";
import { type RunningSite, startSite } from "./site";
import { startSwitchingProxy, type SwitchingProxy } from "./switching-proxy";
import { scrollTo, visit } from "./visit";

const database = inject("database");
let proxy: SwitchingProxy;
const sites: RunningSite[] = [];
let author = "";
let prompt = 0;

/** Another process of the same site, on its database. */
async function startProcess(): Promise<RunningSite> {
  const site = await startSite({ sharedDataDir: inject("dataDir"), publicPort: proxy.port });
  sites.push(site);
  return site;
}

beforeAll(async () => {
  proxy = await startSwitchingProxy();
  await inSiteDatabase(database, async (dataSource) => {
    [author = ""] = await insertUsers(dataSource, [uniqueUsername()]);
    const texts = [{ locale: "en", title: "Discussed by two processes", content: "Say it." }] as const;
    [prompt = 0] = await insertPrompts(dataSource, [{ authorId: author, texts }]);
  });
});
afterAll(async () => {
  await proxy.close();
  for (const site of sites) await site.stop();
  await inSiteDatabase(database, async (dataSource) => {
    await dataSource.query("delete from prompt where id = $1", [prompt]);
    await dataSource.query("delete from user_account where id = $1", [author]);
  });
});

/** By another process: that of this test. */
function write(body: string): Promise<unknown> {
  return inSiteDatabase(database, (dataSource) =>
    dataSource.query(
      "insert into comment (prompt_id, author_id, body, html, html_version) values ($1, $2, $3, array['<p>' || $3 || '</p>'], 1)",
      [prompt, author, body],
    ),
  );
}

const bar = (page: Page, name: string) => page.locator("#comments").getByRole("button", { name });

it("a reader hears of each comment when the process is killed that has the stream, and another one started", async () => {
  const killed = await startProcess();
  proxy.target = killed.port;
  await write("First");
  // What a process that ends leaves of its connections.
  const expectedComplaints = [/net::ERR_/, /status of 50\d/];
  await visit(`/en/prompt/${String(prompt)}`, { site: killed.url, expectedComplaints }, async ({ page }) => {
    const isOpen = () =>
      page.waitForResponse((response) => response.url().includes("/graphql/stream?") && response.status() === 200, {
        timeout: 0,
      });
    await scrollTo(page.locator("#comments"));
    await write("Second");
    await bar(page, "1 new comment").waitFor();

    const second = isOpen();
    await killed.killAlone();
    await write("While there is no site");
    proxy.target = (await startProcess()).port;
    await bar(page, "2 new comments").waitFor();
    await second;
    await write("To the other process");
    await bar(page, "3 new comments").waitFor();
    await bar(page, "3 new comments").click();
    await expect
      .poll(() => page.locator("#comments article p:not([class])").allInnerTexts())
      .toEqual(["To the other process", "While there is no site", "Second", "First"]);
  });
});
