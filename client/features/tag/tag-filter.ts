import { createContext } from "react";

/** The filters of the list that a tag stands in. */
interface TagFilter {
  isSelected(slug: string): boolean;
  /** The URL of the list with the tag toggled. */
  to(slug: string): string;
  toggle(slug: string): void;
}

/** Null outside of lists, where a tag opens the list of all prompts with it. */
export const TagFilterContext = createContext<TagFilter | null>(null);
