import type { LatePart } from "../../runtime/late-part";
import { LatePiece } from "../../runtime/LatePiece";
import type { EmptyResultProps } from "./EmptyResult";
import type { OutcomeProps } from "./Outcome";
import type { SearchNoteProps } from "./SearchNote";
import type { SuggestionsProps } from "./Suggestions";

/** A page with a list lists this. */
export const lateOutcome: LatePart<OutcomeProps> = {
  // Only the server asks.
  source: import.meta.env.SSR ? "client/features/list/Outcome.tsx" : "",
  importModule: () => import("./Outcome"),
};

/** How the list on screen was searched, if not word for word. */
export function SearchedAs({ search }: Partial<Record<"search", SearchNoteProps["search"] | null>>) {
  return search?.correctedQuery || search?.mode === "CLOSEST" ? (
    <LatePiece part={lateOutcome} props={{ search }} />
  ) : null;
}

/** Shown when nothing matches. */
export function LateEmptyResult(props: EmptyResultProps) {
  return <LatePiece part={lateOutcome} props={props} />;
}

/** What else there is when little or nothing in the list matches. */
export function LateSuggestions(props: SuggestionsProps) {
  return <LatePiece part={lateOutcome} props={props} />;
}
