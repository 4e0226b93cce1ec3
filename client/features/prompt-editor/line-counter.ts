import { countGraphemes } from "../../../contract/graphemes";

const KEPT_LINES = 2000;

/** Counts a text that grows as a person counts. It is cheap: only lines that have changed are counted again. */
export class LineCounter {
  private readonly counted = new Map<string, number>();

  count(text: string): number {
    if (this.counted.size > KEPT_LINES) this.counted.clear();
    const lines = text.split("\n");
    // No cluster goes on after a line break.
    return lines.reduce((sum, line) => sum + this.countLine(line), lines.length - 1);
  }

  private countLine(line: string): number {
    const count = this.counted.get(line) ?? countGraphemes(line);
    this.counted.set(line, count);
    return count;
  }
}
