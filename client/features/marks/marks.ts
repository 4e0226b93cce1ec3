import type { Session } from "../../session/session";

/** Carries out what hearts are pressed for. Visitors load it with their first press. */
interface FavoriteKeeper {
  press(id: string, wanted: boolean): void;
  /** Asks for all marks on the page anew. */
  reload(): Promise<void>;
  /** A heart is shown whose mark is not known yet. */
  miss(id: string): void;
  /** Runs a change of the favourites after those that are on their way. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

const stores = new WeakMap<Session, FavoriteMarks>();

export function favoriteMarks(session: Session): FavoriteMarks {
  const store = stores.get(session) ?? new FavoriteMarks(session);
  stores.set(session, store);
  return store;
}

/**
 * Which prompts on the page are the member's favourites. Not a field of the cards' queries, and so not in Apollo's cache: those queries
 * are the same for everyone, their answers come with the page, and a private field in them would be missing for a member, whose
 * browser would ask for every list again. A list of marks can also be dropped as a whole when the account changes.
 */
export class FavoriteMarks {
  private marks = new Map<string, boolean>();
  private readonly hearts = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private missing = () => {};
  private keeper: FavoriteKeeper | null = null;
  private waiting: [id: string, wanted: boolean][] = [];
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
  get(id: string): boolean | undefined {
    return this.marks.get(id);
  }

  set(id: string, isFavorite: boolean): void {
    if (this.marks.get(id) === isFavorite) return;
    this.marks.set(id, isFavorite);
    this.report();
  }

  /** The prompts that have a heart on the page. */
  shown(): string[] {
    return [...this.hearts.keys()];
  }

  /** Call it while a heart is shown; the result ends that. */
  show(id: string): () => void {
    this.hearts.set(id, (this.hearts.get(id) ?? 0) + 1);
    if (!this.marks.has(id)) this.keeper?.miss(id);
    return () => {
      const left = (this.hearts.get(id) ?? 1) - 1;
      if (left > 0) this.hearts.set(id, left);
      else this.hearts.delete(id);
    };
  }

  press(id: string, wanted: boolean): void {
    // A visitor's stays empty: they are asked to sign in first.
    if (this.session.signedIn) this.set(id, wanted);
    if (this.keeper) this.keeper.press(id, wanted);
    else {
      this.waiting.push([id, wanted]);
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
  attach(keeper: FavoriteKeeper): () => void {
    this.keeper = keeper;
    for (const [id, wanted] of this.waiting.splice(0)) keeper.press(id, wanted);
    return () => {
      if (this.keeper === keeper) this.keeper = null;
    };
  }

  /** Reports that a heart was pressed while there is no keeper. */
  onMissingKeeper(listener: () => void): () => void {
    this.missing = listener;
    return () => (this.missing = () => {});
  }

  /** Takes back what has been pressed, as the keeper could not be loaded. */
  giveUp(): void {
    for (const [id] of this.waiting.splice(0)) this.marks.delete(id);
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
