import { useLingui } from "@lingui/react/macro";
import classes from "./RowsLoading.module.css";

/** Where rows are about to stand: those of a searchable list, or those of a panel. */
export function RowsLoading({ of: kind }: { of: "list" | "panel" }) {
  const { t } = useLingui();
  const count = kind === "list" ? 3 : 4;
  return (
    <div className={`${classes.loading} ${classes[kind]}`} role="status" aria-label={t`Loading`}>
      {kind === "list" && <span className={classes.field} />}
      <span className={classes.head} />
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={classes.row} />
        ))}
      </div>
    </div>
  );
}
