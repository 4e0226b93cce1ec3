import { useLingui } from "@lingui/react/macro";
import classes from "./RowsLoading.module.css";

interface RowsLoadingProps {
  of: "list" | "panel";
  /** Whether a search field is above the list. */
  withSearch?: boolean;
}

/** Where rows are about to stand: those of a list, or the lower ones of a panel. */
export function RowsLoading({ of: kind, withSearch = false }: RowsLoadingProps) {
  const { t } = useLingui();
  const count = kind === "list" ? 3 : 4;
  return (
    <div className={`${classes.loading} ${classes[kind]}`} role="status" aria-label={t`Loading`}>
      {withSearch && <span className={classes.field} />}
      <span className={classes.head} />
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={classes.row} />
        ))}
      </div>
    </div>
  );
}
