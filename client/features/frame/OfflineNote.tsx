import { Trans } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import classes from "./Shell.module.css";

/** Says that the browser is offline, as long as it is. Rendered empty first: screen readers ignore regions that appear with their text. */
export function OfflineNote() {
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  return (
    <div className={classes.offline} role="status">
      {isOffline && (
        <p className={classes.note}>
          <Trans>You are offline. What is open can still be read.</Trans>
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
