import type { VoteValue } from "../../gql/graphql";
import type { Session } from "../../session/session";

/** What somebody pressed. */
export interface Press<Value> {
  id: string;
  wanted: Value;
  /** What to fall back on. */
  before: Value;
  /** Whether the server has said that it has `before`. */
  isKnown: boolean;
}

/** Carries out what is pressed. Visitors load it with their first press. */
export interface MarkKeeper<Value> {
  press(press: Press<Value>): void;
  /** Asks for all marks on the page anew. */
  reload(): Promise<void>;
  /** A control is shown whose mark is not known yet. */
  miss(id: string): void;
  /** Runs a change after those that are on their way. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** A member's vote, and the prompt's support without it; null while that is only known from the page. */
export interface VoteMark {
  vote: VoteValue;
  others: number | null;
}

/** What a vote adds to the support. */
export const VOTE_WEIGHT: Readonly<Record<VoteValue, number>> = { UP: 1, DOWN: -1, NONE: 0 };

interface AllMarks {
  favorite: Marks<boolean>;
  vote: Marks<VoteMark>;
}

const stores = new WeakMap<Session, AllMarks>();

export function marksOf(session: Session): AllMarks {
  const store = stores.get(session) ?? {
    favorite: new Marks<boolean>(session),
    vote: new Marks<VoteMark>(session),
  };
  stores.set(session, store);
  return store;
}

/**
 * What a member has said about the prompts on the page, such as which are their favourites. Not a field of the cards' queries, and so
 * not in Apollo's cache: those queries are the same for everyone, their answers come with the page, and a private field in them would
 * be missing for a member, whose browser would ask for every list again. Marks can also be dropped as a whole when the account changes.
 */
export class Marks<Value> {
  private marks = new Map<string, Value>();
  private readonly controls = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private missing = () => {};
  private keeper: MarkKeeper<Value> | null = null;
  private waiting: Press<Value>[] = [];
  /** Grows with each change that the server has made. */
  version = 0;

  constructor(private readonly session: Session) {
    let { account } = session;
    session.subscribe(() => {
      // That the account of the session becomes known is no change.
      if (session.account !== account && account !== "") this.clear();
      ({ account } = session);
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Undefined while unknown. */
  get(id: string): Value | undefined {
    return this.marks.get(id);
  }

  set(id: string, value: Value): void {
    if (this.marks.get(id) === value) return;
    this.marks.set(id, value);
    this.report();
  }

  /** The prompts that have a control on the page. */
  shown(): string[] {
    return [...this.controls.keys()];
  }

  /** Call it while a control is shown; the result ends that. */
  show(id: string): () => void {
    this.controls.set(id, (this.controls.get(id) ?? 0) + 1);
    if (!this.marks.has(id)) this.keeper?.miss(id);
    return () => {
      const left = (this.controls.get(id) ?? 1) - 1;
      if (left > 0) this.controls.set(id, left);
      else this.controls.delete(id);
    };
  }

  /** @param otherwise what to fall back on while the mark is not known */
  press(id: string, wanted: Value, otherwise: Value): void {
    const known = this.marks.get(id);
    const press = { id, wanted, before: known ?? otherwise, isKnown: known !== undefined };
    // A visitor's stays as it is: they are asked to sign in first.
    if (this.session.signedIn) this.set(id, wanted);
    if (this.keeper) this.keeper.press(press);
    else {
      this.waiting.push(press);
      this.missing();
    }
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.keeper ? this.keeper.run(task) : task();
  }

  /** Asks the server again, and whatever follows the changes does too. */
  async reload(): Promise<void> {
    await this.keeper?.reload();
    this.changed();
  }

  /** Call it when the server has changed something. */
  changed(): void {
    this.version += 1;
    this.report();
  }

  /** Takes over what has been pressed so far. */
  attach(keeper: MarkKeeper<Value>): () => void {
    this.keeper = keeper;
    for (const press of this.waiting.splice(0)) keeper.press(press);
    return () => {
      if (this.keeper === keeper) this.keeper = null;
    };
  }

  /** Reports that something was pressed while there is no keeper. */
  onMissingKeeper(listener: () => void): () => void {
    this.missing = listener;
    return () => (this.missing = () => {});
  }

  /** Takes back what has been pressed, as the keeper could not be loaded. */
  giveUp(): void {
    for (const { id } of this.waiting.splice(0)) this.marks.delete(id);
    this.report();
  }

  private clear(): void {
    this.marks = new Map();
    this.waiting = [];
    this.report();
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }
}
