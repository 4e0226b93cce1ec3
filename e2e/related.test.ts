import { expect, inject, it } from "vitest";
import { CATALOGUE } from "./library";

/** In which languages the related prompts of a page are shown, from the first one on. */
async function languagesOfRelated(locale: string, id: number): Promise<string[]> {
  const page = await (await fetch(`${inject("site")}/${locale}/prompt/${String(id)}`)).text();
  const related = page.slice(page.indexOf('id="related"'));
  return [...related.matchAll(/<bdi lang="([\w-]+)"/g)].map(([, language = ""]) => language);
}

it("related prompts in the page's language come before the others", async () => {
  const shown = await Promise.all(CATALOGUE.slice(0, 20).map(({ id }) => languagesOfRelated("de", id)));
  const mixed = shown.filter((languages) => new Set(languages).size > 1);
  expect(mixed.length).toBeGreaterThan(2);
  for (const languages of mixed) {
    const own = languages.filter((language) => language === "de").length;
    expect(languages.slice(0, own)).toEqual(Array(own).fill("de"));
  }
});
