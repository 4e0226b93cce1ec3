import { useNavigation } from "react-router-dom";
import { pageLoads, partLoads, useIsLoading } from "../../runtime/pending-loads";
import { PageLoading } from "../../ui/PageLoading";
import classes from "./NavigationProgress.module.css";

/**
 * A progress bar for navigations and parts of the page that take longer than 200 ms, and a spinner while the code of the next page is still
 * loading. The delays are CSS animation delays; neither times out.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  const isPageLoading = useIsLoading(pageLoads);
  const isPartLoading = useIsLoading(partLoads);
  const isNavigating = state !== "idle";
  if (!isNavigating && !isPartLoading) return null;
  return (
    <>
      <div className={classes.bar} aria-hidden="true" />
      {isNavigating && isPageLoading && (
        <div className={classes.late}>
          <PageLoading />
        </div>
      )}
    </>
  );
}
