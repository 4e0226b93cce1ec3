import { Late } from "../../runtime/Late";
import type { LatePart } from "../../runtime/late-part";
import type { SearchNoteProps } from "./SearchNote";

/** A page whose list is searched lists this. */
export const lateSearchNote: LatePart<SearchNoteProps> = {
  source: "client/features/search-note/SearchNote.tsx",
  importModule: () => import("./SearchNote"),
};

interface LateSearchNoteProps {
  typed: string;
  search: SearchNoteProps["search"] | null | undefined;
}

/** Its code is loaded with the first search that was not read word for word. */
export function LateSearchNote({ typed, search }: LateSearchNoteProps) {
  if (!search || (search.mode === "ALL" && search.correctedQuery === null)) return null;
  return <Late part={lateSearchNote} props={{ typed, search }} isNeeded onFailure={() => null} />;
}
