import { Trans, useLingui } from "@lingui/react/macro";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import classes from "./Neighbors.module.css";

interface Neighbor {
  /** With the language. */
  to: string;
  title: string;
}

/** The pages before and after this one. */
export function Neighbors({ previous, next }: { previous: Neighbor | undefined; next: Neighbor | undefined }) {
  const { t } = useLingui();
  return (
    <nav className={classes.neighbors} aria-label={t`Previous and next page`}>
      {previous && (
        <Link to={previous.to} rel="prev" data-on-intent>
          <small>
            <Trans>Previous</Trans>
          </small>
          <b>
            <Icon name="back" size={16} />
            <span>{previous.title}</span>
          </b>
        </Link>
      )}
      {next && (
        <Link className={classes.next} to={next.to} rel="next" data-on-intent>
          <small>
            <Trans>Next</Trans>
          </small>
          <b>
            <span>{next.title}</span>
            <Icon name="forward" size={16} />
          </b>
        </Link>
      )}
    </nav>
  );
}
