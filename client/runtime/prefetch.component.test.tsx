import { gql } from "@apollo/client";
import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Session } from "../session/session";
import { createBrowserClient } from "./browser-client";
import { Page, type PageModule } from "./page";
import type { PageContext } from "./page-context";
import { Prefetching } from "./prefetch";

const Query = gql`
  query Site {
    site {
      name
    }
  }
`;

it("what is prefetched is refused silently, and is loaded anew when its link is followed", async () => {
  let asked = 0;
  let isRefused = true;
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(
      isRefused
        ? Response.json({ errors: [{ message: "Too much.", extensions: { code: "RATE_LIMITED" } }] }, { status: 429 })
        : Response.json({ data: { site: { __typename: "Site", name: "Polyprompt" } } }),
    );
  });
  const apollo = createBrowserClient("", {}, new Session(""));
  const loaded: PageModule = { default: () => null, loader: (context) => context.apollo.query({ query: Query }) };
  const page = new Page("client/routes/test.tsx", () => Promise.resolve(loaded));
  const context = { apollo, locale: "en", basePath: "", i18n: new Promise(() => {}) } as unknown as PageContext;
  new Prefetching([{ path: "/en/docs", handle: page }], context).start();
  document.body.innerHTML = '<a href="/en/docs">Docs</a>';
  const point = () => fireEvent.touchStart(document.querySelector("a") as Element);
  point();
  await expect.poll(() => asked).toBe(1);
  // Followed by its reader.
  await expect(apollo.query({ query: Query })).rejects.toThrow();
  expect(asked).toBe(2);
  isRefused = false;
  point();
  await expect.poll(() => asked).toBe(3);
  await expect(apollo.query({ query: Query })).resolves.toMatchObject({ data: { site: { name: "Polyprompt" } } });
  expect(asked).toBe(3);
});
