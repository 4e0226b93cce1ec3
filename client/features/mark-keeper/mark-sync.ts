import { NotDoneError } from "../../session/send-as";
import type { MarkKeeper, Marks, Press } from "../marks";

export interface MarkApi<Value> {
  /** The marks of the prompts. Any number. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** @returns the mark that the server has now */
  write(id: string, wanted: Value): Promise<Value>;
  /** Whether the server need not be told one after the other. */
  isSame(one: Value, other: Value): boolean;
  /** Whether the answer may have got lost, so that the server has done it all the same. */
  isLost(error: unknown): boolean;
  /** @param wanted what the server refused, or could not be told */
  onFailure(error: unknown, wanted: Value): void;
}

interface Pending<Value> {
  wanted: Value;
  /** What the server has; undefined if that is not known, or an answer got lost. */
  stored: Value | undefined;
  /** What to fall back on. */
  before: Value;
}

/**
 * Brings marks and server together. Presses show at once and are sent one after the other; of several presses of a control the last
 * one counts. An answer never replaces what was pressed, or answered, after it was asked for.
 */
export class MarkSync<Value> implements MarkKeeper<Value> {
  private readonly pending = new Map<string, Pending<Value>>();
  private queue: Promise<unknown> = Promise.resolve();
  private clock = 0;
  private readonly stamps = new Map<string, number>();
  private missed = new Set<string>();
  private generation = 0;
  private isSignedIn: boolean;

  /** @param account null for a visitor, "" if not known yet */
  constructor(
    private readonly marks: Marks<Value>,
    private readonly api: MarkApi<Value>,
    account: string | null,
  ) {
    this.isSignedIn = account !== null;
  }

  press({ id, wanted, before, isKnown }: Press<Value>): void {
    this.stamp(id);
    const pending = this.pending.get(id);
    if (pending) {
      pending.wanted = wanted;
      return;
    }
    const started: Pending<Value> = { wanted, stored: isKnown ? before : undefined, before };
    this.pending.set(id, started);
    void this.run(() => this.send(id, started));
  }

  miss(id: string): void {
    if (!this.isSignedIn) return;
    if (this.missed.size === 0) queueMicrotask(() => void this.load([...this.missed]));
    this.missed.add(id);
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.queue.then(task);
    this.queue = result.catch(() => null);
    return result;
  }

  /** Asks for all marks on the page anew: another device may have changed them. */
  reload(): Promise<void> {
    return this.load(this.marks.shown());
  }

  /** Call it when a visitor has signed in, or turns out to be one. */
  changeAccount(account: string | null): void {
    this.isSignedIn = account !== null;
    this.generation += 1;
    if (account === null) this.pending.clear();
    else void this.reload();
  }

  private async load(ids: readonly string[]): Promise<void> {
    this.missed = new Set();
    if (ids.length === 0) return;
    const { generation } = this;
    const asked = (this.clock += 1);
    // Controls without an answer stay as they are until the member comes back to the page.
    const answer = await this.api.load(ids).catch(() => new Map<string, Value>());
    if (generation !== this.generation) return;
    for (const [id, mark] of answer) {
      if (this.pending.has(id) || (this.stamps.get(id) ?? 0) > asked) continue;
      this.stamps.set(id, asked);
      this.marks.set(id, mark);
    }
  }

  private async send(id: string, pending: Pending<Value>): Promise<void> {
    const isCurrent = () => this.pending.get(id) === pending;
    while (isCurrent() && (pending.stored === undefined || !this.api.isSame(pending.wanted, pending.stored))) {
      const { wanted } = pending;
      try {
        pending.stored = await this.api.write(id, wanted);
        pending.before = pending.stored;
        if (isCurrent()) this.marks.changed();
      } catch (error) {
        // The answer may have got lost: what is wanted by now has to be said in any case.
        pending.stored = undefined;
        const isOther = () => isCurrent() && !this.api.isSame(pending.wanted, wanted);
        if (isOther()) continue;
        const found = this.api.isLost(error) && isCurrent() ? await this.ask(id) : undefined;
        if (found !== undefined && isCurrent()) {
          pending.stored = found;
          pending.before = found;
        }
        if (isOther()) continue;
        if (isCurrent()) this.settle(id, pending.before);
        const isDone = found !== undefined && this.api.isSame(found, wanted);
        if (isDone) this.marks.changed();
        else this.api.onFailure(found === undefined ? error : new NotDoneError(), wanted);
        if (found === undefined && this.isSignedIn) void this.load([id]);
        return;
      }
    }
    if (isCurrent()) this.settle(id, pending.before);
  }

  /** What the server has; undefined if it cannot be asked. */
  private async ask(id: string): Promise<Value | undefined> {
    return (await this.api.load([id]).catch(() => undefined))?.get(id);
  }

  private settle(id: string, mark: Value): void {
    this.pending.delete(id);
    this.stamp(id);
    if (this.isSignedIn) this.marks.set(id, mark);
  }

  private stamp(id: string): void {
    this.stamps.set(id, (this.clock += 1));
  }
}
