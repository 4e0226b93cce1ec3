import { createContext, useContext } from "react";
import { useNavigate } from "react-router-dom";
import type { ListKind } from "../../../contract/pages";
import type { Destination } from "../../runtime/destination";
import { changeList, listSearch, type ListState, parseListState } from "./list-state";

/** The search field, whose words may not have been searched yet. */
export interface SearchDraft {
  /** Cancels the pending search. @returns its words, or null if none was pending */
  take(): string | null;
  /** Shows the words that the list is searched for now. */
  show(q: string): void;
}

/** Moves to another list. @param replace instead of adding a history entry */
type Go = (search: string, replace: boolean) => void;

/**
 * The list that the reader has asked for, which may still be loading. A change is applied to this, never to the list on screen:
 * of two tags that are tapped while the first one loads, both count, and so do words that are still being typed. Going elsewhere
 * (Back, a link) resets it to what is there.
 */
export class IntendedList {
  private draft: SearchDraft | null = null;
  private last: string;
  private asked: string | null = null;

  /**
   * @param home the list's path
   * @param tags the slugs that exist; others in an address are ignored
   */
  constructor(
    private readonly destination: Destination,
    readonly home: string,
    private readonly tags: ReadonlySet<string>,
    private readonly kind: ListKind = "library",
  ) {
    this.last = destination.entry().search;
  }

  /** @returns what detaches it */
  attach(draft: SearchDraft): () => void {
    this.draft = draft;
    return () => {
      if (this.draft === draft) this.draft = null;
    };
  }

  showWords(q: string): void {
    this.draft?.show(q);
  }

  /** The query string of the list; while the reader is leaving for another page, that of the last one. */
  readonly search = (): string => {
    if (this.isHere()) this.last = this.destination.place().search;
    return this.last;
  };

  read(search: string): ListState {
    const state = parseListState(new URLSearchParams(search), this.kind);
    return { ...state, tags: state.tags.filter((tag) => this.tags.has(tag)) };
  }

  /** Whether the reader is not leaving for another page. */
  isHere(): boolean {
    return this.destination.place().pathname === this.home;
  }

  readonly isLoading = (): boolean => this.destination.isPending() && this.isHere();

  ask(change: (state: ListState) => ListState, go: Go): void {
    const words = this.draft?.take() ?? null;
    const intended = this.read(this.search());
    const next = change(words === null ? intended : changeList(intended, { q: words }));
    const entry = this.read(this.destination.entry().search);
    this.last = listSearch(next);
    this.asked = this.last;
    go(this.last, refines(entry, next));
    this.draft?.show(next.q);
  }

  /** Whether the list now shown is one that the reader has asked for since the last call. */
  takeAsked(): boolean {
    const { asked } = this;
    this.asked = null;
    return asked === this.destination.entry().search;
  }
}

/** Whether a list replaces the history entry of another one: it is the same, or the same search with other words. */
function refines(entry: ListState, next: ListState): boolean {
  const isSearch = entry.q !== "" && next.q !== "";
  return listSearch(isSearch ? { ...entry, q: next.q } : entry) === listSearch(next);
}

interface ListContext {
  list: IntendedList;
  /** The list that the reader has asked for. */
  intended: ListState;
  /** The list on screen. */
  shown: ListState;
  busy: boolean;
}

export const IntendedListContext = createContext<ListContext | null>(null);

export function useIntendedList(): ListContext & { ask(change: (state: ListState) => ListState): void } {
  const context = useContext(IntendedListContext);
  if (!context) throw new Error("useIntendedList needs a ListProvider above it");
  return { ...context, ask: useAsk(context.list) };
}

/** Builds the URL of the list in another state. */
export function useListAddress(): (state: ListState) => string {
  const { list } = useIntendedList();
  return (state) => `${list.home}${listSearch(state)}`;
}

export function useAsk(list: IntendedList): (change: (state: ListState) => ListState) => void {
  const navigate = useNavigate();
  return (change) =>
    list.ask(
      change,
      (search, replace) => void navigate(`${list.home}${search}`, { replace, preventScrollReset: true }),
    );
}
