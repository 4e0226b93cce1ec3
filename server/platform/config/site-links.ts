import { readFileSync } from "node:fs";
import { z } from "zod";
import { LOCALE_CODES } from "../../../contract/locales";
import { SITE_LINKS, type SiteLinks } from "../../../contract/site-links";

/** Only http(s), so that a link cannot run a script. */
const address = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol);
}, "must be an http(s) address");

const holding = (...places: string[]) =>
  address.refine(
    (value) => places.every((place) => value.includes(place)),
    `must contain ${places.join(" and ")}, which stands for what is sent there`,
  );

const label = z.string().trim().min(1).max(40);
const link = z.strictObject({ label, href: address });

const siteLinks = z.strictObject({
  tools: z.array(link).optional(),
  feedback: z.array(link).optional(),
  icons: z
    .strictObject({
      messagingGroup: address.optional(),
      chatServer: address.optional(),
      qqGroup: address.optional(),
      sourceRepository: address.optional(),
    })
    .optional(),
  chatTargets: z
    .array(z.strictObject({ label, href: holding("{prompt}"), maxLength: z.int().min(100).max(100_000) }))
    .optional(),
  shareTargets: z.array(z.strictObject({ label, href: holding("{url}") })).optional(),
  announcement: z
    .strictObject({
      id: z.string().regex(/^[a-z0-9_-]{1,64}$/, "must be 1 to 64 lower-case letters, digits, - or _"),
      text: z
        .partialRecord(z.enum(LOCALE_CODES), z.string().trim().min(1).max(300))
        .refine((text) => text.en !== undefined, "must have an English text, for the languages that are missing"),
      href: address.optional(),
    })
    .nullable()
    .optional(),
  docsSource: address.optional(),
  tagManager: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, "must be the id of a container, such as GTM-ABC123")
    .optional(),
});

/**
 * Reads the site's links: the defaults in `contract/site-links.ts`, overridden by the file.
 * @param file a JSON file in the format of `SiteLinks`, every key optional
 * @throws {z.ZodError} for invalid links; an error of reading or parsing for an unreadable file or invalid JSON
 */
export function readSiteLinks(file: string): SiteLinks {
  return { ...SITE_LINKS, ...(siteLinks.parse(JSON.parse(readFileSync(file, "utf8"))) as Partial<SiteLinks>) };
}
