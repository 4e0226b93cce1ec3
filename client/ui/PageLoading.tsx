import { useLingui } from "@lingui/react/macro";
import classes from "./PageLoading.module.css";

/** A spinner that appears after 200 ms. It never times out. */
export function PageLoading() {
  const { t } = useLingui();
  return (
    <div className={classes.loading} role="status" aria-label={t`Loading`}>
      <span className={classes.spinner} />
    </div>
  );
}
