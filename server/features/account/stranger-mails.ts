import type { DataSource } from "typeorm";
import type { Caller } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { consumeRateLimit, isWithinRateLimit, type RateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { type EmailKey, mailboxOf } from "./email-address";

/*
 * Limits of mails to addresses that nobody has proved to be theirs. Whoever has them sent may want to flood a stranger, so they
 * count by who asks and by mailbox, under all accounts. Or may want to use up what its holder needs: past the limit of a mailbox
 * each of its spellings still has a few of its own, which reach none but who has exactly that address.
 */

const ACTION = "stranger-mail";
const { asker, askerTold, pair, mailbox, address } = RATE_LIMITS.strangerMail;

/** Where the answer may tell: by a member, to an address that they want to have. @throws RATE_LIMITED */
export async function consumeStrangerMail(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<void> {
  await consumeAsker(dataSource, caller, key);
  await consumeRateLimit(dataSource, ACTION, { mailbox: mailboxOf(key) }, mailbox);
}

/** The same, to the address that the member's account has. @throws RATE_LIMITED */
export async function consumeMailToOwnAddress(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<void> {
  await consumeAsker(dataSource, caller, key);
  try {
    await consumeRateLimit(dataSource, ACTION, { mailbox: mailboxOf(key) }, mailbox);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "RATE_LIMITED") throw error;
    await consumeRateLimit(dataSource, ACTION, { mailbox: `only:${key}` }, address);
  }
}

async function consumeAsker(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<void> {
  await consumeRateLimit(dataSource, ACTION, caller, askerTold);
  await consumeRateLimit(dataSource, ACTION, [{ mailbox: mailboxOf(key) }, caller], pair);
}

/** Where it must not: nobody learns that there is such an account. @returns whether a mail may leave */
export async function mayMailStranger(dataSource: DataSource, caller: Caller, key: EmailKey): Promise<boolean> {
  const within = (member: string, limit: RateLimit, from?: Caller) =>
    isWithinRateLimit(dataSource, ACTION, { member }, limit, from);
  const group = `mailbox:${mailboxOf(key)}`;
  return (
    (await within("anybody", asker, caller)) &&
    (await within(group, pair, caller)) &&
    ((await within(group, mailbox)) || (await within(`address:${key}`, address)))
  );
}
