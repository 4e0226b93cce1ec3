import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";

interface Answer {
  doc: {
    id: string;
    path: string;
    locale: string;
    title: string;
    description: string;
    html: string;
    toc: { id: string; level: number; text: string }[];
    updatedAt: string;
  } | null;
}

const DOC = /* GraphQL */ `
  query ($locale: Locale!, $path: String!) {
    doc(locale: $locale, path: $path) {
      id
      path
      locale
      title
      description
      html
      toc {
        id
        level
        text
      }
      updatedAt
    }
  }
`;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

describe("a docs page", () => {
  test("is returned in the requested language without querying the database", async () => {
    let answer: Answer | undefined;
    const statements = await statementsOf(async () => {
      answer = await site.query<Answer>(DOC, { locale: "DE", path: "privacy-policy" });
    });
    expect(statements).toEqual([]);
    expect(answer?.doc).toMatchObject({
      id: "dde/privacy-policy",
      path: "privacy-policy",
      locale: "DE",
      title: "Datenschutzerklärung",
    });
    expect(answer?.doc?.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/);
    expect(answer?.doc?.html).toContain('<a href="terms-of-service">');
  });

  test("has a table of contents that matches its headings", async () => {
    const { doc } = await site.query<Answer>(DOC, { locale: "EN", path: "terms-of-service" });
    expect(doc?.toc.length).toBeGreaterThan(5);
    for (const { id, level, text } of doc?.toc ?? []) {
      expect(doc?.html).toContain(`<h${String(level)} id="${id}">${text}</h${String(level)}>`);
    }
  });

  test.each(["nowhere", "../en/privacy-policy", "Privacy-Policy", "privacy-policy.md", "x".repeat(500)])(
    "is null at %s",
    async (path) => {
      expect(await site.query<Answer>(DOC, { locale: "EN", path })).toEqual({ doc: null });
    },
  );
});
