interface Place {
  /** Within the base path. */
  pathname: string;
  search: string;
}

/**
 * Where the reader is going: the router's pending location or, if there is none, the current one. It changes as soon as a navigation
 * begins, whereas React shows navigations in a transition: an event handler that read the rendered location would undo the event
 * before it.
 */
export class Destination {
  private going: Place | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private at: Place) {}

  /** Where the reader is going, or is. */
  readonly place = (): Place => this.going ?? this.at;
  /** The location of the history entry, which a navigation may replace. */
  readonly entry = (): Place => this.at;
  readonly isPending = (): boolean => this.going !== null;

  set(at: Place, going: Place | null): void {
    this.at = at;
    this.going = going;
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
