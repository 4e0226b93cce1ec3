import { Trans, useLingui } from "@lingui/react/macro";
import { docPath } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import classes from "./Footer.module.css";

export function Footer() {
  const { t } = useLingui();
  const path = useLocalePath();
  return (
    <footer id="footer" className={classes.footer}>
      <div className={classes.bar}>
        <p>
          <Trans>© Polyprompt and its contributors</Trans>
        </p>
        <nav className={classes.links} aria-label={t`Legal`}>
          <Link to={path(docPath("terms-of-service"))}>
            <Trans>Terms of service</Trans>
          </Link>
          <Link to={path(docPath("privacy-policy"))}>
            <Trans>Privacy policy</Trans>
          </Link>
        </nav>
      </div>
    </footer>
  );
}
