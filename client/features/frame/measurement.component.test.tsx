import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage, type OpenPage } from "../../testing/open-page";

const QUESTION = "Measuring visits";
const scripts = () => [...document.head.querySelectorAll("script")].map(({ src }) => src);

async function open(tagManager?: string): Promise<OpenPage> {
  const opened = await openPage("/en/nowhere", { links: tagManager === undefined ? {} : { tagManager } });
  await screen.findByText((_, element) => element?.matches("body [class*=_offline_][role=status]") ?? false);
  return opened;
}

afterEach(() => {
  document.cookie = "polyprompt-measurement=; path=/; max-age=0";
  delete window.dataLayer;
  for (const script of document.head.querySelectorAll("script[src*=googletagmanager]")) script.remove();
});

it("nobody is asked where there is no tag manager", async () => {
  await open();
  expect(screen.queryByRole("region", { name: QUESTION })).toBeNull();
});

it("a visitor who does not allow it is asked once, and nothing is loaded", async () => {
  const { user } = await open("GTM-ABC123");
  await screen.findByRole("region", { name: QUESTION });
  expect(scripts().join()).not.toContain("googletagmanager");
  await user.click(screen.getByRole("button", { name: "Do not allow" }));
  expect(screen.queryByRole("region", { name: QUESTION })).toBeNull();
  expect(document.cookie).toContain("polyprompt-measurement=no");
  expect(scripts().join()).not.toContain("googletagmanager");
});

it("where it is allowed, the next document loads it", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const { user } = await open("GTM-ABC123");
  await user.click(await screen.findByRole("button", { name: "Allow" }));
  expect(reload).toHaveBeenCalledOnce();
  expect(document.cookie).toContain("polyprompt-measurement=yes");
  expect(scripts().join()).not.toContain("googletagmanager");
});

it("a visitor who has allowed it is not asked again", async () => {
  document.cookie = "polyprompt-measurement=yes; path=/";
  await open("GTM-ABC123");
  expect(screen.queryByRole("region", { name: QUESTION })).toBeNull();
  // Loaded by an effect, which React may run after the page is in the document.
  await expect.poll(scripts).toContain("https://www.googletagmanager.com/gtm.js?id=GTM-ABC123");
});
