import pLimit, { type LimitFunction } from "p-limit";
import { networksOf } from "../rate-limit/network";
import { Overloaded } from "./errors.route";

/** Under way for one asker. With ten connections to the database, nobody may hold most of them by waiting for one row. */
const AT_A_TIME = 4;
/** The same for a wider network, which may be one customer's too. */
const MOST_AT_A_TIME = 5;
/** More than everybody in an office sends at once. */
const MAX_WAITING = 100;

/** Those of one asker: under way, and waiting. */
interface Line {
  run: LimitFunction;
  length: number;
}

/** Lets requests that use the database begin, a few of each asker at a time. Others of the same asker wait. */
export class Gate {
  private readonly lines = new Map<string, Line>();

  /**
   * For who asks from a network address.
   * @throws Overloaded at once, where too many of the same asker wait already.
   */
  passAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
    const [customer, ...wider] = networksOf(address);
    if (!customer) return work();
    // The customer's line first: who waits in it keeps nobody of the wider network waiting.
    const throughWider = wider.reduce<() => Promise<T>>(
      (inner, { network }) =>
        () =>
          this.pass(network, MOST_AT_A_TIME, inner),
      work,
    );
    return this.pass(customer.network, AT_A_TIME, throughWider);
  }

  /** For a member, wherever they ask from. @throws Overloaded as `passAddress`. */
  passAccount<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.pass(`account ${userId}`, AT_A_TIME, work);
  }

  private async pass<T>(asker: string, atATime: number, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(asker) ?? { run: pLimit(atATime), length: 0 };
    if (line.length >= atATime + MAX_WAITING) throw new Overloaded();
    this.lines.set(asker, line);
    line.length += 1;
    try {
      return await line.run(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(asker);
    }
  }
}
