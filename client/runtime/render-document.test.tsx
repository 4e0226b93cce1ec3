import { lazy, type ReactNode, Suspense, useId } from "react";
import { preinit } from "react-dom";
import { expect, test } from "vitest";
import { DOCTYPE, renderWhole, streamWhole } from "./render-document";

const Failing = (): ReactNode => {
  throw new RangeError("thrown while rendering");
};

function Labelled() {
  const id = useId();
  preinit("/a.css", { as: "style", precedence: "default" });
  return (
    <>
      <title>a &lt; b</title>
      <label htmlFor={id}>{"<b>"}</label>
      <input id={id} defaultValue={'"quoted" & more'} />
    </>
  );
}

const page = (children: ReactNode) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
    </head>
    <body>
      <Suspense fallback="Loading">{children}</Suspense>
    </body>
  </html>
);

test("a document is the one of React's stream", async () => {
  const tree = page(
    <>
      {"one"} {"two"}
      <Labelled />
      <Labelled />
    </>,
  );
  const html = await renderWhole(tree);
  expect(html).toMatch(/^<html lang="en"><head>.*\/a\.css.*<\/head><body><!--\$-->one/);
  expect(DOCTYPE + html).toBe(await streamWhole(tree));
});

test("waits for what is not there yet", async () => {
  const Late = lazy(async () => ({ default: () => <p>late</p> }));
  const html = await renderWhole(page(<Late />));
  expect(html).toContain("<p>late</p>");
  expect(html).not.toContain("Loading");
});

test.each([
  ["within a boundary", page(<Failing />)],
  ["outside of all", <Failing key="outside" />],
])("fails with what a component has thrown %s", async (_, tree) => {
  await expect(renderWhole(tree)).rejects.toThrow("thrown while rendering");
});
