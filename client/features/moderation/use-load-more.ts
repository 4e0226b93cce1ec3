import { useState } from "react";
import { useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { useNotify } from "../../ui/Announcer";

/** Loads the next page of a list of decisions or reports. The member is told if that fails. */
export function useLoadMore(fetchNext: () => Promise<unknown>): { busy: boolean; load: () => void } {
  const [busy, setBusy] = useState(false);
  const withSession = useWithSession();
  const failureText = useFailureText("load");
  const notify = useNotify();
  const load = async () => {
    setBusy(true);
    try {
      await withSession(fetchNext);
    } catch (error) {
      notify({ message: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, load: () => void (busy || load()) };
}
