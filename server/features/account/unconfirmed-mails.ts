import type { DataSource } from "typeorm";
import type { Caller } from "../../platform/domain/actor";
import { consumeRateLimit, isWithinRateLimit, type RateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { type EmailKey, mailboxOf } from "./email-address";

/*
 * Rate limits for mails to unconfirmed addresses. An attacker may flood a stranger's mailbox, so mails are counted by caller and by
 * mailbox, across all accounts. Or an attacker may use up the limit that the mailbox's owner needs: past the mailbox limit, each
 * exact spelling still gets a few mails of its own, which only the owner of exactly that address can use up.
 * One caller cannot use up all of these: the limit by caller and mailbox is lower than that of the mailbox and the address together.
 */

const ACTION = "stranger-mail";
const { callerSilent, callerReported, pair, mailbox, address } = RATE_LIMITS.unconfirmedMail;

/**
 * For a member's new address. Only what the caller has used up is reported: the mailbox's limit would tell when somebody else last
 * asked for a mail there.
 * @returns whether the mail may be sent
 * @throws RATE_LIMITED
 */
export async function mayMailNewAddress(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<boolean> {
  await consumeCallerLimits(dataSource, caller, key);
  return isWithinRateLimit(dataSource, ACTION, { member: `change:${mailboxOf(key)}` }, mailbox);
}

/**
 * For the current address of the member's account. Other accounts may have had it before, and asked for mails.
 * @returns whether the mail may be sent
 * @throws RATE_LIMITED
 */
export async function mayMailOwnAddress(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<boolean> {
  await consumeCallerLimits(dataSource, caller, key);
  return isWithinRateLimit(dataSource, ACTION, { member: `only:${key}` }, mailbox);
}

async function consumeCallerLimits(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<void> {
  await consumeRateLimit(dataSource, ACTION, caller, callerReported);
  await consumeRateLimit(dataSource, ACTION, [{ mailbox: mailboxOf(key) }, caller], pair);
}

/**
 * Counts a request for a mail before anybody knows whether there is such an account: callers see what is left of this limit by the
 * mails to their own new accounts. @returns whether the caller is within it
 */
export function isCallerWithinMailLimit(dataSource: DataSource, caller: Caller): Promise<boolean> {
  return isWithinRateLimit(dataSource, ACTION, { member: "anybody" }, callerSilent, caller);
}

/** Counts the caller's requests for one mailbox, for a caller within `isCallerWithinMailLimit`. @returns whether it is within them */
export function isCallerWithinMailboxLimit(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<boolean> {
  return isWithinRateLimit(dataSource, ACTION, { member: groupOf(key) }, pair, caller);
}

/**
 * Where the answer must not reveal that the account exists, for a caller within the limits above.
 * @returns whether the mail may be sent
 */
export async function mayMailUnconfirmed(dataSource: DataSource, key: EmailKey): Promise<boolean> {
  const isWithin = (member: string, limit: RateLimit) => isWithinRateLimit(dataSource, ACTION, { member }, limit);
  return (await isWithin(groupOf(key), mailbox)) || (await isWithin(`address:${key}`, address));
}

function groupOf(key: EmailKey): string {
  return `mailbox:${mailboxOf(key)}`;
}
