import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Locale } from "../../../contract/locales";
import { openPage } from "../../testing/open-page";
import { languageOffer } from "./language-offer";

/** Opens a page of this language in a browser with that one. */
async function open(path: string, locale: Locale, readers: string) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue([readers]);
  const page = await openPage(path, { locale });
  await screen.findByRole("main");
  return page;
}

const offer = () => document.querySelector<HTMLElement>("aside[lang]");
/** Waits until an offer of this language would be there. */
const expectNoOffer = async (language: Locale) => {
  for (let times = 0; times < 2; times += 1) await languageOffer(language);
  expect(offer()).toBeNull();
};

describe("a reader of another language", () => {
  it("is offered it in that language, on the same page with its query, and is not asked again", async () => {
    const { user } = await open("/?tag=code&sort=release&unknown=1", "zh", "de-DE");
    await waitFor(() => expect(offer()?.lang).toBe("de"));
    expect(offer()?.textContent).toContain("Diese Seite gibt es auch auf Deutsch.");
    const link = offer()?.querySelector("a") as HTMLAnchorElement;
    expect(link.getAttribute("href")).toBe("/de/?tag=code&sort=release");
    link.addEventListener("click", (event) => event.preventDefault());
    await user.click(link);
    cleanup();
    await open("/en/", "en", "de-DE");
    await expectNoOffer("de");
  });

  it("dismisses it by keyboard, and is not asked again", async () => {
    const { user } = await open("/", "zh", "ar");
    await waitFor(() => expect(offer()?.dir).toBe("rtl"));
    offer()?.querySelector("button")?.focus();
    await user.keyboard("{Enter}");
    expect(offer()).toBeNull();
    expect(document.activeElement?.id).toBe("main");
    cleanup();
    await open("/", "zh", "ar");
    await expectNoOffer("ar");
  });
});

it("a reader gets no offer on a page in their language, nor once they have chosen a language in the menu", async () => {
  const { user } = await open("/en/", "en", "en-GB");
  await expectNoOffer("en");
  const link = [...document.querySelectorAll("header a")].find(({ textContent }) => textContent === "Deutsch");
  link?.addEventListener("click", (event) => event.preventDefault());
  await user.click(link as HTMLElement);
  cleanup();
  await open("/de/", "de", "en-GB");
  await expectNoOffer("en");
});
