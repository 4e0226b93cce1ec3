import { expect, inject, it } from "vitest";
import { shareAs } from "./community";
import { uniqueAddress } from "./visit";

/** In which languages the related prompts of a page are shown, from the first one on. */
async function languagesOfRelated(locale: string, id: number): Promise<string[]> {
  const headers = { "x-forwarded-for": uniqueAddress() };
  const response = await fetch(`${inject("site")}/${locale}/prompt/${String(id)}`, { headers });
  expect(response.status).toBe(200);
  const page = await response.text();
  const related = page.slice(page.indexOf('id="related"'));
  return [...related.matchAll(/<bdi lang="([\w-]+)"/g)].map(([, language = ""]) => language);
}

// They share all their tags, and are each other's nearest; the library's are in German, too.
const tags = ["doctor", "games", "seo"];
const numbers = shareAs("Related-Ray", [
  { tags, texts: [{ locale: "de", title: "Arzt spielen", content: "Spiel einen Arzt." }] },
  { tags, texts: [{ locale: "en", title: "Playing a doctor", content: "Play a doctor." }] },
]);

it("related prompts in the page's language come before the others", async () => {
  const languages = await languagesOfRelated("de", numbers[0] ?? 0);
  expect(languages).toContain("en");
  const own = languages.filter((language) => language === "de").length;
  expect(own).toBeGreaterThan(1);
  expect(languages.slice(0, own)).toEqual(Array(own).fill("de"));
});
