export { EmptyResult } from "./EmptyResult";
export {
  isRejectedInput,
  LATER_PAGE,
  listArguments,
  loadPromptList,
  showsPicks,
  usePromptList,
} from "./use-prompt-list";
export { isPlainList, type ListState, parseListState } from "./list-state";
export { ListFailure } from "./ListFailure";
export { ListProvider } from "./ListProvider";
export { ListSection } from "./ListSection";
export { ListToolbar } from "./ListToolbar";
export { PagedList } from "./PagedList";
export { PromptList } from "./PromptList";
export { SearchForm } from "./SearchForm";
export { Suggestions } from "./Suggestions";
export { TagFilters } from "./TagFilters";
