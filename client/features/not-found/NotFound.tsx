import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router-dom";
import { LIMITS } from "../../../contract/limits";
import { unlistedHeadData, PageHead } from "../head";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import lamp from "../../ui/lamp.module.css";
import { useHydrated } from "../../ui/use-hydrated";
import classes from "./NotFound.module.css";

/** Stands in place of a page that there is not: pages whose address may lead to nothing have it too. */
export function NotFound() {
  const { t } = useLingui();
  const { basePath } = useSite();
  const path = useLocalePath();
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  return (
    <div className={`${lamp.lamp} ${classes.missing}`}>
      <PageHead {...unlistedHeadData(t`Page not found`)} />
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      {/* The document is the same at every address: the browser fills the blank in. */}
      <p className={classes.address} dir="ltr" data-needs-script>
        <span className={classes.blank} data-filled={hydrated || undefined}>
          {hydrated && basePath + decoded(pathname)}
        </span>
      </p>
      <p>
        <Trans>There is nothing at this address. It may have moved, or it was never here.</Trans>
      </p>
      <form className={classes.search} role="search" action={basePath + path("/")} method="get">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          aria-label={t`Search prompts`}
          placeholder={t`Search prompts`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LIMITS.searchQuery}
        />
        <Button type="submit" variant="subtle">
          {t`Search`}
        </Button>
      </form>
      <Link className={classes.home} to={path("/")}>
        <Trans>To all prompts</Trans>
      </Link>
    </div>
  );
}

/** As readers know it. An address may contain anything. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
