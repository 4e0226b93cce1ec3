import { tooComplexError } from "./document-limits";

/**
 * The most that one request reads of long texts, in bytes, whether or not it returns them. A text and its notes have 600 kB at
 * most: no page of the site, 24 cards, is refused, whatever members write. A hundred prompts of the library have 0.1 MB.
 */
const BYTES = 16_000_000;

export function tooMuchTextError(limit = BYTES) {
  return tooComplexError("The query asks for too much text. Ask for fewer rows.", { measure: "text", limit });
}

/** Shared by all loaders of a request that read long texts. */
export class ReadBudget {
  private left = BYTES;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Reads one batch after the other, so that each knows what the others have left.
   * @param read is given how many bytes it may read, and says how many it has read
   */
  spend<Result>(read: (left: number) => Promise<{ result: Result; bytes: number }>): Promise<Result> {
    const reading = this.last.then(async () => {
      const { result, bytes } = await read(this.left);
      this.left -= bytes;
      return result;
    });
    this.last = reading.catch(() => undefined);
    return reading;
  }
}
