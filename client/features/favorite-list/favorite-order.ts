export interface OrderApi {
  /** @param before the favourite in front of which it is to stand; null for the end */
  move(id: string, before: string | null): Promise<unknown>;
  show(order: readonly string[]): void;
  onFailure(error: unknown): void;
}

/** Changes the order of a list at once, and at the server move by move. What it refuses puts back the order that it has. */
export class FavoriteOrder {
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private round = 0;
  private stored: readonly string[] = [];

  constructor(private readonly api: OrderApi) {}

  /** Whether moves are on their way: the server's order would not have them yet. */
  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /**
   * @param order as shown before
   * @param before null for the end
   */
  move(order: readonly string[], id: string, before: string | null): void {
    const next = moved(order, id, before);
    if (next.every((each, index) => each === order[index])) return;
    if (this.waiting === 0) this.stored = order;
    this.waiting += 1;
    this.api.show(next);
    const { round } = this;
    this.queue = this.queue.then(async () => {
      // The moves after a refused one were made in an order that never was.
      if (round !== this.round) return;
      try {
        await this.api.move(id, before);
        this.waiting -= 1;
        this.stored = next;
      } catch (error) {
        this.round += 1;
        this.waiting = 0;
        this.api.show(this.stored);
        this.api.onFailure(error);
      }
    });
  }
}

/** The order after a move; the same if there is nothing to move. */
export function moved(order: readonly string[], id: string, before: string | null): readonly string[] {
  if (id === before || !order.includes(id)) return order;
  const others = order.filter((each) => each !== id);
  const index = before === null ? others.length : others.indexOf(before);
  return index === -1 ? order : others.toSpliced(index, 0, id);
}
