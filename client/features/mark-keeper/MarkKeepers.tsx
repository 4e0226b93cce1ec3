import { CopyKeeper } from "./CopyKeeper";
import { FavoriteKeeper } from "./FavoriteKeeper";
import { VoteKeeper } from "./VoteKeeper";

/** Carry out what is pressed on the page, and what a visitor wanted before they signed in. */
export function MarkKeepers() {
  return (
    <>
      <FavoriteKeeper />
      <VoteKeeper />
      <CopyKeeper />
    </>
  );
}
