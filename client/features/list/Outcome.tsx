import { pageCatalog } from "../../i18n/page-catalog";
import { EmptyResult, type EmptyResultProps } from "./EmptyResult";
import { SearchNote, type SearchNoteProps } from "./SearchNote";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/search.po"));

export type OutcomeProps = SearchNoteProps | EmptyResultProps;

/** What is said of a search that was not read word for word, and of a list without prompts. */
export default function Outcome(props: OutcomeProps) {
  return "search" in props ? <SearchNote {...props} /> : <EmptyResult {...props} />;
}
