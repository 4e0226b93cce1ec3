import { useCallback } from "react";
import { useLocalePath } from "../../runtime/use-locale-path";
import { type ListState, listSearch } from "./list-state";

/** The address of the home page with a list in it. */
export function useListAddress(): (state: ListState) => string {
  const path = useLocalePath();
  const home = path("/");
  return useCallback((state) => `${home}${listSearch(state)}`, [home]);
}
