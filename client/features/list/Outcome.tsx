import { pageCatalog } from "../../i18n/page-catalog";
import { EmptyResult, type EmptyResultProps } from "./EmptyResult";
import { SearchNote, type SearchNoteProps } from "./SearchNote";
import { Suggestions, type SuggestionsProps } from "./Suggestions";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/search.po"));

export type OutcomeProps = SearchNoteProps | SuggestionsProps | EmptyResultProps;

/** What is said of a search that was not read word for word, and of a list without prompts, and what else there is. */
export default function Outcome(props: OutcomeProps) {
  if ("matches" in props) return <Suggestions {...props} />;
  return "search" in props ? <SearchNote {...props} /> : <EmptyResult {...props} />;
}
