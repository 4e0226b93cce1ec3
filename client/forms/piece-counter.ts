import { countGraphemes } from "../../contract/graphemes";

const KEPT_PIECES = 20_000;

/** Where a cluster surely ends: before a letter that stands by itself, after what nothing is joined to. */
const ENDS = /(?<=[\n ,.;:!?，。、；：！？।،])(?=(?![\u0e33\u0eb3\uff9e\uff9f])\p{L})/u;

/** Counts a text that grows as a person counts. It is cheap: only words that have changed are counted again. */
export class PieceCounter {
  private readonly counted = new Map<string, number>();

  count(text: string): number {
    if (this.counted.size > KEPT_PIECES) this.counted.clear();
    return text.split(ENDS).reduce((sum, piece) => sum + this.countPiece(piece), 0);
  }

  private countPiece(piece: string): number {
    const count = this.counted.get(piece) ?? countGraphemes(piece);
    this.counted.set(piece, count);
    return count;
  }
}
