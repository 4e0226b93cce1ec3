import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { holdsInput } from "../../forms/typed-input";
import { useSite } from "../../runtime/SiteProvider";
import { useViewer, type ViewerData, type ViewerState } from "../../session/viewer";

/**
 * The viewer whose account a page shows. If their session ends elsewhere while something would be lost that they have typed, or that
 * is shown only once, they stay until they are back; if they log out or somebody else signs in, they are gone at once.
 * @param part holds the forms
 * @param hasForms whether it has any now
 */
export function useKeptViewer(part: RefObject<Element | null>, hasForms: boolean): ViewerState {
  const { session } = useSite();
  const { viewer, error, retry } = useViewer({ force: true });
  const [last, setLast] = useState<ViewerData | null>(null);
  if (viewer && viewer !== last) setLast(viewer);
  const mayStay = useSyncExternalStore(
    session.subscribe,
    () => !session.loggedOut && (!session.account || session.account === last?.user.id),
    () => false,
  );
  const kept = viewer || !mayStay || !hasForms ? null : last;
  useEffect(() => {
    if (!kept || viewer === undefined) return;
    const element = part.current;
    const release = () => {
      if (!element || !holdsInput(element)) setLast(null);
    };
    release();
    if (!element) return;
    // A form that has nothing typed in it is done with once its submission is.
    const observer = new MutationObserver(release);
    observer.observe(element, { subtree: true, attributes: true, attributeFilter: ["aria-busy"] });
    return () => observer.disconnect();
  }, [kept, viewer, part]);
  return { viewer: kept ?? viewer, error, retry };
}
