import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { changeList, type ListMatch, type ListState } from "./list-state";
import { useListAddress } from "./use-list-address";
import classes from "../../ui/segments.module.css";

/** How several tags combine; with one it would mean nothing. */
export function MatchSwitch({ state }: { state: ListState }) {
  const { t } = useLingui();
  const address = useListAddress();
  if (state.tags.length < 2) return null;
  const link = (match: ListMatch, label: ReactNode) => (
    <Link
      className={classes.segment}
      to={address(changeList(state, { match }))}
      aria-current={state.match === match ? "true" : undefined}
      preventScrollReset
    >
      {label}
    </Link>
  );
  return (
    <div className={classes.segments} role="group" aria-label={t`How tags combine`}>
      {link("any", <Trans>Match any</Trans>)}
      {link("all", <Trans>Match all</Trans>)}
    </div>
  );
}
