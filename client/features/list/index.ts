export { loadPromptList, showsPicks, usePromptList } from "./use-prompt-list";
export { isPlainList, type ListState, parseListState } from "./list-state";
export { ListToolbar } from "./ListToolbar";
export { PromptList } from "./PromptList";
export { SearchForm } from "./SearchForm";
export { Suggestions } from "./Suggestions";
export { TagFilters } from "./TagFilters";
