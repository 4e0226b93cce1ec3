import type { Session } from "../../session/session";
import { type Marks, marksOf } from "../marks";

/** Which prompts on the page are the member's favourites. */
export function favoriteMarks(session: Session): Marks<boolean> {
  return marksOf(session).favorite;
}
