export { listVariables, showsFavorites } from "./list-variables";
export { isPlainList, type ListState, parseListState } from "./list-state";
export { ListToolbar } from "./ListToolbar";
export { PromptList } from "./PromptList";
export { SearchForm } from "./SearchForm";
export { TagFilters } from "./TagFilters";
