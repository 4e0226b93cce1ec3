/**
 * Which comments others have written since the page was made. What is told while an answer is on its way is applied to that answer: it
 * may have been given before or after.
 */
export class FreshComments {
  private current: ReadonlySet<string> = new Set();
  /** For each question without an answer yet, what was told since. True for a comment that was added, false for one that is gone. */
  private readonly asked = new Set<Map<string, boolean>>();

  get ids(): ReadonlySet<string> {
    return this.current;
  }

  tell(id: string, isAdded: boolean): void {
    for (const told of this.asked) told.set(id, isAdded);
    this.current = applied(this.current, new Map([[id, isAdded]]));
  }

  /**
   * Replaces what is known by an answer.
   * @returns the ids of what is new now
   * @throws what `ask` throws; what was known then stays
   */
  async answer(ask: () => Promise<Iterable<string>>): Promise<ReadonlySet<string>> {
    return this.asking(async (told) => (this.current = applied(await ask(), told)));
  }

  /**
   * Takes away what is shown from now on.
   * @param show resolves to the ids of what it shows
   */
  async show(show: () => Promise<Iterable<string>>): Promise<ReadonlySet<string>> {
    return this.asking(async (told) => {
      for (const id of await show()) for (const each of this.asked) each.set(id, false);
      return (this.current = applied([], told));
    });
  }

  private async asking<Result>(job: (told: ReadonlyMap<string, boolean>) => Promise<Result>): Promise<Result> {
    const told = new Map<string, boolean>();
    this.asked.add(told);
    try {
      return await job(told);
    } finally {
      this.asked.delete(told);
    }
  }
}

function applied(ids: Iterable<string>, told: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const result = new Set(ids);
  for (const [id, isAdded] of told) {
    if (isAdded) result.add(id);
    else result.delete(id);
  }
  return result;
}
