import { useNavigation } from "react-router-dom";
import { usePageCodeLoading } from "../../runtime/page";
import { PageLoading } from "../../ui/PageLoading";
import classes from "./NavigationProgress.module.css";

/**
 * A bar for changes of page that take longer than 200 ms, and a spinner where it is the page's code that is late. The delays are
 * the animations'; both wait as long as it takes.
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
