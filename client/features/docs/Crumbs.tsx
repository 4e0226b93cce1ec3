import { useLingui } from "@lingui/react/macro";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import classes from "./Crumbs.module.css";

export interface Crumb {
  name: string;
  /** With the language. */
  to: string;
}

/** The way from the first page of the docs to this one. */
export function Crumbs({ above, here }: { above: readonly Crumb[]; here: string }) {
  const { t } = useLingui();
  return (
    <nav className={classes.crumbs} aria-label={t`Breadcrumb`}>
      <ol>
        {above.map(({ name, to }) => (
          <li key={to}>
            <Link to={to} data-on-intent>
              {name}
            </Link>
            <Icon name="next" size={14} />
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
