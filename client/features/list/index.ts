export { EmptyResult } from "./EmptyResult";
export {
  isRejectedInput,
  LATER_PAGE,
  listArguments,
  type LoadedList,
  loadList,
  PromptListQuery,
  showsPicks,
  usePromptList,
} from "./use-prompt-list";
export { useIntendedList } from "./intended-list";
export { changeList, isPlainList, type ListState, parseListState, withKnownTags } from "./list-state";
export { ListFailure } from "./ListFailure";
export { ListLink } from "./ListLink";
export { ListProvider } from "./ListProvider";
export { ListSection } from "./ListSection";
export { ListToolbar } from "./ListToolbar";
export { PagedList } from "./PagedList";
export { PromptList } from "./PromptList";
export { SearchForm } from "./SearchForm";
export { SearchNote } from "./SearchNote";
export { Suggestions } from "./Suggestions";
export { TagFilters } from "./TagFilters";
