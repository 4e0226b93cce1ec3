import { Trans, useLingui } from "@lingui/react/macro";
import { data, Link } from "react-router-dom";
import { unlistedHeadData, PageHead } from "../features/head";
import { useLocalePath } from "../runtime/SiteProvider";
import classes from "./not-found.module.css";

export function loader() {
  return Promise.resolve(data(null, { status: 404 }));
}

export default function NotFoundPage() {
  const { t } = useLingui();
  const path = useLocalePath();
  return (
    <div className={classes.missing}>
      <PageHead {...unlistedHeadData(t`Page not found`)} />
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      <p>
        <Trans>There is nothing at this address. It may have moved, or it was never here.</Trans>
      </p>
      <Link className={classes.home} to={path("/")}>
        <Trans>To all prompts</Trans>
      </Link>
    </div>
  );
}
