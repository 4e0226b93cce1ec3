import { domainToASCII } from "node:url";
import isEmail from "validator/lib/isEmail.js";
import { LIMITS } from "../../../contract/limits";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";

declare const brand: unique symbol;

/**
 * The canonical form shared by all spellings of an address. Lookups, comparisons and rate limits use nothing else, and only
 * `emailKey` creates one.
 */
export type EmailKey = string & { readonly [brand]: "EmailKey" };

/** RFC 5321's atext and letters of any script. No quoted local parts: real mailboxes have none, and mail servers misparse them. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const ASCII_DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The form that is stored and displayed. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFKC").trim();
}

export function emailProblem(email: string, field: string): Problem | null {
  if (email === "") return problem(ProblemCode.REQUIRED, field);
  if (email.length > LIMITS.email) return problem(ProblemCode.TOO_LONG, field, LIMITS.email);
  return emailKey(email) === null ? problem(ProblemCode.INVALID_EMAIL, field) : null;
}

/** Null for an invalid address, which therefore never reaches SQL or a URL parser. */
export function emailKey(email: string): EmailKey | null {
  const normalized = normalizeEmail(email);
  const at = normalized.lastIndexOf("@");
  const local = normalized.slice(0, at);
  const domain = normalized.slice(at + 1);
  if (at < 1 || normalized.length > LIMITS.email || INVISIBLE.test(normalized)) return null;
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain) || !isEmail(normalized)) return null;
  const asciiDomain = domainToASCII(domain);
  return ASCII_DOMAIN.test(asciiDomain) ? (`${local.toLowerCase()}@${asciiDomain}` as EmailKey) : null;
}

/** Hosts that ignore dots. Elsewhere "a.b" and "ab" may be two people, whose limits must not affect each other. */
const GMAIL: readonly string[] = ["gmail.com", "googlemail.com"];

/** The mailbox an address may deliver to, only for rate limits: many mail servers ignore a plus suffix. */
export function mailboxOf(email: EmailKey): string {
  const [local = "", domain = ""] = email.split("@");
  const mailbox = local.replace(/(?<=.)\+.*$/, "");
  return GMAIL.includes(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

/**
 * "a…@example.org": for notifying somebody of an email change without revealing the new address. The domain stays in its ASCII
 * form, so that a look-alike in another script is not mistaken for the reader's own.
 */
export function maskedEmail(email: EmailKey): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}
