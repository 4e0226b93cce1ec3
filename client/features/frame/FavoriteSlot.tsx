import { startTransition, useEffect, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { useSignedIn } from "../../session/use-signed-in";
import { MarkKeepers } from "../mark-keeper";
import { marksOf } from "../marks";

/** Hosts what carries out the presses of hearts and votes, above all pages. Members load it after the page, visitors with the first press. */
export function FavoriteSlot() {
  const { session } = useSite();
  const signedIn = useSignedIn();
  const [wanted, setWanted] = useState<"no" | "byMember" | "byPress">("no");
  const { favorite, vote } = marksOf(session);
  useEffect(() => {
    if (signedIn) startTransition(() => setWanted("byMember"));
  }, [signedIn]);
  useEffect(() => {
    const load = () => startTransition(() => setWanted("byPress"));
    const stops = [favorite, vote].map((marks) => marks.onMissingKeeper(load));
    return () => stops.forEach((stop) => stop());
  }, [favorite, vote]);
  if (wanted === "no") return null;
  const giveUp = () => {
    setWanted("no");
    for (const marks of [favorite, vote]) marks.giveUp();
  };
  return <MarkKeepers isQuiet={wanted === "byMember"} onUnavailable={giveUp} />;
}
