import { domainToASCII } from "node:url";
import { isEmail } from "class-validator";
import { LIMITS } from "../../../contract/limits";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";

declare const brand: unique symbol;

/**
 * What all spellings of one address share. Addresses are looked up, compared and counted by this alone, and only `emailKey`
 * makes one.
 */
export type EmailKey = string & { readonly [brand]: "EmailKey" };

/** RFC 5321's atext and letters of any script: no quoted local parts, which mailboxes do not have and mail servers mistake. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const ASCII_DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** As it is shown. */
export function tidyEmail(email: string): string {
  return email.normalize("NFKC").trim();
}

export function emailProblem(email: string, field: string): Problem | null {
  if (email === "") return problem(ProblemCode.REQUIRED, field);
  if (email.length > LIMITS.email) return problem(ProblemCode.TOO_LONG, field, LIMITS.email);
  return emailKey(email) === null ? problem(ProblemCode.INVALID_EMAIL, field) : null;
}

/** Null for what no mailbox can have; that meets neither SQL nor a URL parser. */
export function emailKey(email: string): EmailKey | null {
  const tidy = tidyEmail(email);
  const at = tidy.lastIndexOf("@");
  const local = tidy.slice(0, at);
  const domain = tidy.slice(at + 1);
  if (at < 1 || tidy.length > LIMITS.email || INVISIBLE.test(tidy)) return null;
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain) || !isEmail(tidy)) return null;
  const asciiDomain = domainToASCII(domain);
  return ASCII_DOMAIN.test(asciiDomain) ? (`${local.toLowerCase()}@${asciiDomain}` as EmailKey) : null;
}

/** The mailbox that an address may reach, for limits alone: many mail servers ignore what follows a plus sign, and some dots. */
export function mailboxOf(email: EmailKey): string {
  const [local = "", domain = ""] = email.split("@");
  const bare = local.replace(/(?<=.)\+.*$/, "").replaceAll(".", "");
  return `${bare}@${domain === "googlemail.com" ? "gmail.com" : domain}`;
}

/**
 * "a…@example.org": for who gets to know that an address changes, but need not know the new one. The domain stays as servers
 * write it: a look-alike in another script must not pass for one's own.
 */
export function maskedEmail(email: EmailKey): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}
