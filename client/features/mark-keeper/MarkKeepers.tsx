import { FavoriteKeeper } from "./FavoriteKeeper";
import { VoteKeeper } from "./VoteKeeper";

/** Carry out what is pressed on the page, and remember what a visitor wants. */
export function MarkKeepers() {
  return (
    <>
      <FavoriteKeeper />
      <VoteKeeper />
    </>
  );
}
