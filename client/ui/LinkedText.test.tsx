import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./LinkedText";

const html = (text: string) => renderToStaticMarkup(<LinkedText text={text} rel="nofollow" />);
const link = (address: string) => `<a href="${address}" rel="nofollow" dir="ltr">${address}</a>`;

test.each([
  ["No address, www.a.example neither", "No address, www.a.example neither"],
  ["See https://a.example/b?c=d#e.", `See ${link("https://a.example/b?c=d#e")}.`],
  ["https://a.example, http://b.example", `${link("https://a.example")}, ${link("http://b.example")}`],
  ["(https://a.example/b)", `(${link("https://a.example/b")})`],
  ["https://a.example/Tea_(drink)", link("https://a.example/Tea_(drink)")],
  ["见https://a.example/b。下一句", `见${link("https://a.example/b")}。下一句`],
  ["https://a.example/Straße", link("https://a.example/Straße")],
  ["https:// and javascript:alert(1) are none", "https:// and javascript:alert(1) are none"],
])("%s", (text, expected) => {
  expect(html(text)).toBe(expected);
});

test("what an address is made of cannot leave it", () => {
  expect(html('https://a.example/"onclick="alert(1)')).not.toMatch(/<[^>]*onclick/);
  expect(html("https://a.example/<script>")).not.toContain("<script>");
});
