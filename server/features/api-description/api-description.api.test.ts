import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; example?: string | number | Record<string, string> }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Description {
  tags: { name: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** Routes that no program is to call by this description. */
const UNDESCRIBED = [
  // Pages, and what they load.
  "*",
  "/favicon.svg",
  "/favicon.ico",
  // Answers that there is nothing below the roots of the API.
  "/api",
  "/api*",
  "/graphql*",
  "/mcp*",
  "/schema.graphql*",
  // The link of a mail, by RFC 8058.
  "/api/unsubscribe/:token",
];

const BODIES: Readonly<Record<string, object>> = {
  "/graphql": { query: "{ __typename }" },
  "/graphql/stream": { query: "subscription { live { kind } }" },
  "/mcp": { jsonrpc: "2.0", id: 1, method: "ping" },
};

let site: TestApp;
let description: Description;
beforeAll(async () => {
  site = await createTestApp();
  description = (await site.app.inject("/api/openapi.json")).json<Description>();
});
afterAll(async () => {
  await site.close();
});

/** The paths of all routes: in Fastify's tree a line has four characters of indentation for each level. */
function registeredPaths(): string[] {
  const above: string[] = [];
  return site.app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", name = ""] = /^((?:[│ ] {3})*)[├└]── (\S+)/.exec(line) ?? [];
      if (name === "") return [];
      const level = indent.length / 4;
      const path = level === 0 ? name : `${above[level - 1] ?? ""}${name}`;
      above[level] = path;
      return [path];
    });
}

/** As the description has it: without patterns, and one path for all languages with a prefix. */
function described(path: string): string {
  const locale = LOCALE_CODES.find((code) => path.startsWith(`/${code}/`));
  const plain = path.replace(/:(\w+)\((?:[^()]|\([^()]*\))*\)/g, "{$1}");
  return locale ? plain.replace(`/${locale}/`, "/{locale}/") : plain;
}

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe("/api/openapi.json", () => {
  test("is a valid description of OpenAPI 3.1, for pages of every site", async () => {
    const { headers, body } = await site.app.inject("/api/openapi.json");
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
    });
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(body) as Record<string, unknown>);
    expect([valid, errors, validator.version]).toEqual([true, undefined, "3.1"]);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(operations().flatMap(({ operation }) => operation.tags));
    expect([...tags].sort()).toEqual(description.tags.map(({ name }) => name).sort());
  });

  test("describes every route for programs, and no other", () => {
    const paths = registeredPaths();
    for (const path of UNDESCRIBED) expect(paths).toContain(path);
    const wanted = paths.filter((path) => !UNDESCRIBED.includes(path)).map(described);
    expect(Object.keys(description.paths).sort()).toEqual([...new Set(wanted)].sort());
  });

  test("describes what each address answers", async () => {
    for (const { path, method, operation } of operations()) {
      const parameters = operation.parameters ?? [];
      const url = parameters
        .filter((parameter) => parameter.in === "path")
        .reduce(
          (address, { name, example }) => address.replace(`{${name}}`, JSON.stringify(example).replaceAll('"', "")),
          path,
        );
      const query = parameters.flatMap(({ name, in: place, example }) => {
        if (place !== "query" || example === undefined) return [];
        return typeof example === "object" ? Object.entries(example) : [[name, String(example)]];
      });
      const payload = BODIES[path];
      const response = await site.app.inject({
        method: method.toUpperCase(),
        url: query.length > 0 ? `${url}?${new URLSearchParams(query).toString()}` : url,
        headers: {
          accept: path === "/graphql/stream" ? "text/event-stream" : "application/json, text/event-stream, */*;q=0.1",
          ...(method === "post" && payload && { "content-type": "application/json" }),
        },
        ...(method === "post" && payload && { payload }),
      });
      const { statusCode, headers } = response;
      expect([path, method, Object.keys(operation.responses)]).toEqual([
        path,
        method,
        expect.arrayContaining([String(statusCode)]) as string[],
      ]);
      expect([path, statusCode]).not.toEqual([path, 404]);
      if (statusCode !== 200) continue;
      const type = String(headers["content-type"]).split(";")[0] ?? "";
      expect([path, Object.keys(operation.responses["200"]?.content ?? {})]).toEqual([
        path,
        expect.arrayContaining([type]) as string[],
      ]);
    }
  });

  test("has the properties of a prompt that there are", async () => {
    const prompt = (await site.app.inject("/en/prompt/12.json")).json<object>();
    const { components } = description as unknown as {
      components: { schemas: { Prompt: { properties: object } } };
    };
    expect(Object.keys(prompt).sort()).toEqual(Object.keys(components.schemas.Prompt.properties).sort());
  });

  test("is named by what it describes", async () => {
    const { headers } = await site.app.inject("/api/export");
    expect(headers["link"]).toBe('</api/openapi.json>; rel="service-desc"');
  });
});

describe("/.well-known/api-catalog", () => {
  test("is a linkset whose addresses there are", async () => {
    const { headers, statusCode, body } = await site.app.inject("/.well-known/api-catalog");
    expect([statusCode, headers["content-type"], headers["link"]]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=utf-8',
      '<http://localhost:3000/.well-known/api-catalog>; rel="api-catalog"',
    ]);
    const { linkset } = JSON.parse(body) as { linkset: Record<string, string | { href: string }[]>[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual(
      ["/graphql", "/api", "/mcp"].map((path) => `http://localhost:3000${path}`),
    );
    const addresses = linkset.flatMap((entry) =>
      Object.values(entry).flatMap((value) => (typeof value === "string" ? [] : value)),
    );
    for (const { href } of addresses.filter((link) => !link.href.includes("/docs/"))) {
      const path = href.slice("http://localhost:3000".length);
      expect([path, (await site.app.inject(path)).statusCode]).toEqual([path, 200]);
    }
  });
});
