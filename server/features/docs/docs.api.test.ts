import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES, localePath } from "../../../contract/locales";
import { parseAtom } from "../../platform/testing/atom";
import { RELEASE } from "../../platform/config/release";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";

const DOC = /* GraphQL */ `
  query ($locale: Locale!, $path: String!) {
    doc(locale: $locale, path: $path) {
      id
      path
      sidebar
      locale
      title
      description
      html
      file
      toc {
        id
        level
        text
      }
      tags {
        slug
        label
        pages {
          path
        }
      }
      previous {
        path
        title
      }
      next {
        path
        title
      }
      updatedAt
    }
  }
`;

interface DocAnswer {
  doc: {
    html: string;
    toc: { id: string; level: number; text: string }[];
    updatedAt: string;
    [field: string]: unknown;
  } | null;
}

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const doc = (locale: string, path: string) => site.query<DocAnswer>(DOC, { locale, path });

describe("a docs page", () => {
  test("is returned in the requested language without querying the database", async () => {
    let answer: DocAnswer | undefined;
    const statements = await statementsOf(async () => {
      answer = await doc("DE", "privacy-policy");
    });
    expect(statements).toEqual([]);
    expect(answer?.doc).toMatchObject({
      id: "dde/privacy-policy",
      path: "privacy-policy",
      sidebar: "legal",
      locale: "DE",
      title: "Datenschutzerklärung",
      file: "de/privacy-policy.md",
      previous: { path: "terms-of-service", title: "Nutzungsbedingungen" },
      next: null,
    });
    expect(answer?.doc?.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/);
  });

  test("falls back to the English text, under the title of the language", async () => {
    const { doc: page } = await doc("AR", "guides/interface");
    const english = await doc("EN", "guides/interface");
    expect(page).toMatchObject({
      id: "dar/guides/interface",
      locale: "EN",
      title: "الواجهة",
      file: "en/guides/interface.md",
    });
    expect(page?.toc).toEqual(english.doc?.toc);
    expect(page?.html).toContain('href="/ar/docs/guides/getting-started"');
    expect(english.doc?.html).toContain('href="/en/docs/guides/getting-started"');
    const tags = page?.["tags"] as { slug: string }[];
    expect(tags.map(({ slug }) => slug).toSorted()).toEqual(["blanks", "keyboard", "search"]);
  });

  test("has a table of contents that matches its headings", async () => {
    const { doc: page } = await doc("ZH", "guides/community");
    expect(page?.toc.length).toBeGreaterThan(5);
    for (const { id, level, text } of page?.toc ?? [])
      expect(page?.html).toContain(`<h${String(level)} id="${id}"><a href="#${id}">${text}</a></h${String(level)}>`);
  });

  test("has the address of the site in its examples", async () => {
    const { doc: page } = await doc("EN", "integrators/graphql-api");
    expect(page?.html).toContain("http://localhost:3000/graphql");
    expect(page?.html).not.toContain("polyprompt.example");
  });

  test.each(["nowhere", "../en/privacy-policy", "Privacy-Policy", "privacy-policy.md", "x".repeat(500)])(
    "is null at %s",
    async (path) => {
      expect(await doc("EN", path)).toEqual({ doc: null });
    },
  );
});

test("the docs have groups, tags and versions", async () => {
  const { docs } = await site.query<{ docs: Record<string, unknown[]> }>(
    `{ docs(locale: EN) { sidebar { slug label description pages { path title description } }
      tags { slug label pages { path } } versions { name label isLast path mainDocId } } }`,
  );
  expect(docs["sidebar"]).toMatchObject([
    { slug: "start", description: null, pages: [{ path: "", title: "Introduction" }] },
    { slug: "guides", label: "Guides", pages: [{ path: "guides/getting-started" }, {}, {}, {}, {}] },
    { slug: "extension", label: "Extension", pages: [{ path: "extension/" }, {}, {}, {}, {}, {}] },
    { slug: "run", description: null },
    { slug: "integrators" },
    { slug: "legal" },
  ]);
  for (const tag of docs["tags"] as { slug: string; pages: { path: string }[] }[]) {
    expect(tag.pages.length).toBeGreaterThan(0);
    const { doc: page } = await doc("EN", tag.pages[0]?.path ?? "");
    expect((page?.["tags"] as { slug: string }[]).map(({ slug }) => slug)).toContain(tag.slug);
  }
  expect(docs["versions"]).toEqual([
    {
      name: "current",
      label: RELEASE,
      isLast: true,
      path: "/docs/",
      mainDocId: "den/",
    },
  ]);
});

const SEARCH = `query ($query: String!, $first: Int! = 20) { searchDocs(locale: EN, query: $query, first: $first) {
  page { path title } group heading anchor excerpt locale highlights { start end } headingHighlights { start end } } }`;

describe("the search of the docs", () => {
  test("finds sections without querying the database", async () => {
    let found: { searchDocs: unknown[] } | undefined;
    const statements = await statementsOf(async () => {
      found = await site.query(SEARCH, { query: "api token" });
    });
    expect(statements).toEqual([]);
    expect(found?.searchDocs.length).toBeGreaterThan(5);
    expect(found?.searchDocs).toContainEqual(
      expect.objectContaining({
        locale: "EN",
        group: "Integrators",
        page: { path: "integrators/graphql-api", title: "GraphQL API" },
      }),
    );
  });

  test("takes hostile and long queries", async () => {
    for (const query of ["", "a".repeat(500), "的".repeat(400), "\u202e<script>", "(((((", "a ".repeat(250)])
      expect((await site.query<{ searchDocs: unknown[] }>(SEARCH, { query })).searchDocs).toBeInstanceOf(Array);
    for (const first of [0, -1, 51])
      await expect(site.query(SEARCH, { query: "token", first })).rejects.toThrow("1 to 50");
  });
});

describe("the news", () => {
  test("are listed and found by their slugs", async () => {
    const { posts } = await site.query<{ posts: { slug: string; id: string; publishedAt: string }[] }>(
      "{ posts(locale: FR) { id slug locale title publishedAt } }",
    );
    expect(posts.length).toBeGreaterThanOrEqual(5);
    const POST = "query ($slug: String!) { post(locale: FR, slug: $slug) { id title html locale } }";
    for (const { slug, id } of posts) {
      const { post } = await site.query<{ post: { id: string; html: string } }>(POST, { slug });
      expect(post.id).toBe(id);
      expect(post.html).toContain("<p>");
    }
    expect(await site.query(POST, { slug: "nothing" })).toEqual({ post: null });
  });

  test("come as a feed in every language", async () => {
    for (const { code } of LOCALES) {
      const response = await site.app.inject(localePath(code, "/blog.atom"));
      expect([response.statusCode, response.headers["content-type"]]).toEqual([
        200,
        "application/atom+xml; charset=utf-8",
      ]);
      const feed = parseAtom(response.body);
      expect(feed.entries.length).toBeGreaterThanOrEqual(5);
      for (const { published, updated } of feed.entries) expect(published).toBe(updated);
    }
  });
});

test("pictures are served, and nothing else of the docs", async () => {
  const picture = await site.app.inject("/docs-images/en/blanks-dark.webp");
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  for (const path of [
    "/docs-images/../sidebar.json",
    "/docs-images/%2e%2e/sidebar.json",
    "/docs-images/en/",
    "/docs-images/en/none.webp",
  ])
    expect((await site.app.inject(path)).statusCode, path).toBe(404);
});
