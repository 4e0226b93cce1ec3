import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { normalizeQuery } from "../../../contract/pages";
import { changeList, type ListState } from "./list-state";
import { useListAddress } from "./use-list-address";

const DEBOUNCE_MS = 200;
/** What browsers report for a key that goes to an input method. */
const INPUT_METHOD_KEY = 229;

interface SearchTyping {
  field: RefObject<HTMLInputElement | null>;
  onInput(): void;
  onCompositionStart(): void;
  onCompositionEnd(): void;
  onKeyDown(event: KeyboardEvent): void;
  onSubmit(event: SyntheticEvent): void;
}

/**
 * Searches while the reader types. The field belongs to the reader: it is only written to when the address changed by
 * something else, such as Back, and never while an input method composes.
 */
export function useSearchTyping(state: ListState): SearchTyping {
  const navigate = useNavigate();
  const address = useListAddress();
  const field = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(state.q);

  useEffect(() => {
    if (state.q === searched.current) return;
    searched.current = state.q;
    if (!composing.current && field.current) field.current.value = state.q;
  }, [state.q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = () => {
    clearTimeout(timer.current);
    const q = normalizeQuery(field.current?.value ?? "");
    if (q === searched.current) return;
    // The words of one search are one step back, not one a letter.
    const replace = searched.current !== "" && q !== "";
    searched.current = q;
    void navigate(address(changeList(state, { q })), { replace, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(search, DEBOUNCE_MS);
  };

  return {
    field,
    onInput: searchSoon,
    onCompositionStart: () => {
      composing.current = true;
      clearTimeout(timer.current);
    },
    onCompositionEnd: () => {
      composing.current = false;
      searchSoon();
    },
    // Safari ends the composition before it reports the Enter that ended it.
    onKeyDown: (event) => {
      if (event.key === "Enter" && event.keyCode === INPUT_METHOD_KEY) event.preventDefault();
    },
    onSubmit: (event) => {
      event.preventDefault();
      if (!composing.current) search();
    },
  };
}
