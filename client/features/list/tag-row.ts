/** The tags of the row that is always visible, the others being collapsed. */
export interface TagRow {
  slugs: readonly string[];
  /** Those that were selected when the row was set up; narrow windows show them first. */
  first: readonly string[];
  /** The selection as the row knows it. */
  selected: readonly string[];
}

/**
 * Sets the row up for a selection. A selected tag that is not in it takes the place of the last one that is not selected, so that the
 * row grows only when all of its tags are selected.
 */
export function tagRow(slugs: readonly string[], selected: readonly string[]): TagRow {
  const row = [...slugs];
  for (const slug of selected) {
    if (row.includes(slug)) continue;
    const free = row.findLastIndex((other) => !selected.includes(other));
    row.splice(free < 0 ? row.length : free, free < 0 ? 0 : 1, slug);
  }
  return { slugs: row, first: selected, selected };
}

/** The same row after one of its own tags was tapped: nothing moves beneath the finger. */
export function tapped(row: TagRow, selected: readonly string[]): TagRow {
  return { ...row, selected };
}

export function knows(row: TagRow, selected: readonly string[]): boolean {
  return row.selected.join(" ") === selected.join(" ");
}
