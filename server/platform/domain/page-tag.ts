/**
 * Something that pages show, and that can change. Pages say by tags what they show, and triggers say by tags what has changed
 * (20261125130000-tag-page-changes.ts):
 *
 * - `prompt:7`: the prompt of that number, its texts included.
 * - `comments:7`: what is written about that prompt; `comments:feedback`: on the feedback page.
 * - `user:3`: a member's name, wherever it stands.
 * - `list:library`, `list:community`: which public prompts there are, in which languages, with which tags.
 * - `texts:library`, `texts:community`: their words, for lists that are searched.
 *
 * Counters have none: they change all the time, and pages may show them a minute late. Neither has what is the same for all pages, such as
 * the names of tags: when that changes, everything may have.
 */
export type PageTag =
  | `prompt:${string}`
  | `comments:${string}`
  | `user:${string}`
  | `list:${"library" | "community"}`
  | `texts:${"library" | "community"}`;
