import { useNavigation } from "react-router-dom";
import { usePageCodeLoading } from "../../runtime/page";
import { PageLoading } from "../../ui/PageLoading";
import classes from "./NavigationProgress.module.css";

/**
 * A progress bar for navigations that take longer than 200 ms, and a spinner while the page's code is still loading. The delays are
 * CSS animation delays; neither times out.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  const isCodeLate = usePageCodeLoading();
  if (state === "idle") return null;
  return (
    <>
      <div className={classes.bar} aria-hidden="true" />
      {isCodeLate && (
        <div className={classes.late}>
          <PageLoading />
        </div>
      )}
    </>
  );
}
