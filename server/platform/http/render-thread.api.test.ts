import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GraphQLError } from "graphql";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PageRequest, Site } from "../../../contract/page-renderer";
import { DomainError } from "../domain/domain-error";
import { projectRoot } from "../config/project-root";
import { overloadedError } from "./overloaded-error";
import { RenderThread } from "./render-thread";

/** Does what the path says. */
const RENDERER = `
const document = { kind: "Document", definitions: [], name: "of the renderer" };
export const renderer = {
  inlineScripts: ["script()"],
  async render({ path, execute, assets, publicUrl }) {
    if (path === "/exit") process.exit(3);
    if (path === "/memory") for (const all = []; ; ) all.push(new Array(1e6).fill(path));
    if (path === "/throw") throw Object.assign(new TypeError("Of a component"), { field: () => {} });
    if (path === "/crashed") return { status: 500, html: "<p>", error: new RangeError("Out of range") };
    if (path === "/forever") for (;;);
    if (path === "/environment") return { status: 200, html: Object.keys(process.env).join() };
    if (path === "/assets") return { status: 200, html: assets.scripts.join() };
    if (path === "/two") {
      await Promise.all([execute({ query: document }), execute({ query: document, variables: { late: true } })]);
    }
    const result = await execute({ query: document, variables: { path }, operationName: "Of" });
    return { status: 200, html: JSON.stringify({ result, publicUrl }) };
  },
  async renderNotFound({ locale }) {
    return { status: 404, html: locale, robots: "noindex" };
  },
};
`;

const logger = { error: vi.fn() };
const assets = { scripts: ["/assets/a.js"], styles: [], preloads: [] };
let folder: string;
let thread: RenderThread;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "polyprompt-renderer-"));
  await writeFile(join(folder, "renderer.mjs"), RENDERER);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  logger.error.mockClear();
  thread = start("renderer.mjs");
});
afterEach(() => thread.close());

function start(rendererFile: string, limitMs?: number): RenderThread {
  const workerFile = join(projectRoot(), "dist/server/render-worker.js");
  return new RenderThread({ workerFile, rendererFile: join(folder, rendererFile), logger, limitMs });
}

function request(path: string, execute: Site["execute"] = () => Promise.resolve({ data: {} })): PageRequest {
  const links = {} as Site["links"];
  return { path, basePath: "", publicUrl: "http://localhost", links, assets, execute };
}

test("a page is rendered with what the serving thread has executed", async () => {
  const asked: unknown[] = [];
  const execute: Site["execute"] = (execution) => {
    asked.push(execution);
    const error = new GraphQLError("Masked", { path: ["a"], extensions: { code: "NOT_FOUND" } });
    return Promise.resolve({ data: { a: null, b: "…" }, errors: [error] });
  };
  await thread.ready();
  expect(thread.inlineScripts).toEqual(["script()"]);
  const pages = await Promise.all([thread.render(request("/a", execute)), thread.render(request("/b", execute))]);
  const result = {
    data: { a: null, b: "…" },
    errors: [{ message: "Masked", path: ["a"], extensions: { code: "NOT_FOUND" } }],
  };
  expect(pages.map(({ html }) => JSON.parse(Buffer.from(html).toString()) as unknown)).toEqual([
    { result, publicUrl: "http://localhost" },
    { result, publicUrl: "http://localhost" },
  ]);
  expect(asked).toMatchObject([
    { variables: { path: "/a" }, operationName: "Of" },
    { variables: { path: "/b" }, operationName: "Of" },
  ]);
  // One object each time: what graphql-js knows about a document it keeps by the object.
  const [one, other] = asked as { query: object }[];
  expect(one?.query).toMatchObject({ name: "of the renderer" });
  expect(other?.query).toBe(one?.query);
});

test("assets are those of each request, though they are not sent each time", async () => {
  const other = { ...assets, scripts: ["/x/b.js"] };
  const html = async (files: typeof assets) => (await thread.render({ ...request("/assets"), assets: files })).html;
  expect([await html(assets), await html(assets), await html(other), await html(assets)]).toEqual([
    "/assets/a.js",
    "/assets/a.js",
    "/x/b.js",
    "/assets/a.js",
  ]);
});

test("what is not found is rendered in its language", async () => {
  const { path: _, ...site } = request("");
  expect(await thread.renderNotFound({ ...site, locale: "ar" })).toEqual({
    status: 404,
    html: "ar",
    robots: "noindex",
  });
});

test("an operation that is refused fails the page for that very reason", async () => {
  const refusal = overloadedError();
  await expect(thread.render(request("/a", () => Promise.reject(refusal)))).rejects.toBe(refusal);
  // One of two has failed the page before the other asks, or is executed.
  let isFirst = true;
  let goOn = () => {};
  const pageHasFailed = new Promise<void>((resolve) => (goOn = resolve));
  const execute = async () => {
    if (isFirst) {
      isFirst = false;
      throw refusal;
    }
    await pageHasFailed;
    return { data: {} };
  };
  await expect(thread.render(request("/two", execute))).rejects.toBe(refusal);
  goOn();
  expect((await thread.render(request("/a"))).status).toBe(200);
  expect(refusal).toBeInstanceOf(DomainError);
});

test("errors of pages come with their messages and stacks", async () => {
  await expect(thread.render(request("/throw"))).rejects.toThrow("Of a component");
  const { error, ...page } = await thread.render(request("/crashed"));
  expect(page).toEqual({ status: 500, html: "<p>" });
  expect((error as Error).stack).toMatch(/^RangeError: Out of range\n.*renderer\.mjs/);
});

test.each(["/exit", "/memory"])(
  "if the thread ends (%s), the pages under way fail, and the next one starts another",
  async (path) => {
    const waiting = thread.render(request("/a", () => new Promise(() => undefined)));
    const ending = thread.render(request(path));
    await expect(ending).rejects.toThrow(path === "/exit" ? "code 3" : /memory/);
    await expect(waiting).rejects.toThrow();
    expect(logger.error).toHaveBeenCalledOnce();
    expect((await thread.render(request("/a"))).status).toBe(200);
  },
);

test("a page that does not end ends the thread, and the next one starts another", async () => {
  const limited = start("renderer.mjs", 500);
  await limited.ready();
  const waiting = limited.render(request("/a", () => new Promise(() => undefined)));
  const reason = "A page was not rendered within 500 ms.";
  await Promise.all([
    expect(limited.render(request("/forever"))).rejects.toThrow(reason),
    expect(waiting).rejects.toThrow(reason),
  ]);
  await limited.ready();
  expect((await limited.render(request("/a"))).status).toBe(200);
  await limited.close();
});

test("the thread knows nothing of the site's environment", async () => {
  expect((await thread.render(request("/environment"))).html).toBe("NODE_ENV");
});

test("code that cannot be loaded keeps the site from starting", async () => {
  const broken = start("missing.mjs");
  await expect(broken.ready()).rejects.toThrow("missing.mjs");
  await broken.close();
});

test("once closed it renders nothing, and the pages under way fail", async () => {
  await thread.ready();
  const waiting = thread.render(request("/a", () => new Promise(() => undefined)));
  await Promise.all([expect(waiting).rejects.toThrow("ended"), thread.close()]);
  expect(() => thread.render(request("/a"))).toThrow("closing");
  expect(logger.error).not.toHaveBeenCalled();
});
