import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { localePath } from "../../../contract/locales";
import { openPage } from "../../testing/open-page";

const TOOL = { label: "Chat", href: "https://chat.example/" };

it.each([
  ["en", "Tools", "Browser extension"],
  ["zh", "工具", "浏览器扩展"],
  ["ar", "الأدوات", "إضافة المتصفح"],
] as const)("in %s, the menu of tools begins with the page of the extension", async (locale, menu, name) => {
  await openPage(localePath(locale, "/nowhere"), { locale, links: { tools: [TOOL] } });
  const summary = await screen.findByText(menu, { selector: "summary" });
  const links = within(summary.parentElement ?? summary).getAllByRole("link", { hidden: true });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([localePath(locale, "/docs/extension/"), TOOL.href]);
  expect(links[0]?.textContent).toBe(name);
});

it("without tools of the owner's, the page of the extension is a link of its own", async () => {
  await openPage("/en/nowhere");
  const link = await screen.findByRole("link", { name: "Browser extension" });
  expect(link.closest("details")).toBeNull();
  expect(screen.queryByText("Tools")).toBeNull();
});
