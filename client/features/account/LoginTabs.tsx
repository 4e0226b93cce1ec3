import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import segments from "../../ui/segments.module.css";
import { type AuthView, useAuthAddress } from "./use-return";
import classes from "./AuthLinks.module.css";

/** Each way to log in has an address of its own. */
export function LoginTabs({ view }: { view: AuthView }) {
  const { t } = useLingui();
  const address = useAuthAddress();
  const tabs: [AuthView, string][] = [
    ["password", t`Password`],
    ["link", t`Login link by email`],
  ];
  return (
    <nav className={`${segments.segments} ${classes.tabs}`} aria-label={t`Ways to log in`}>
      {tabs.map(([tab, name]) => (
        <Link
          key={tab}
          className={segments.segment}
          to={address(tab)}
          replace
          aria-current={tab === view ? "true" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
