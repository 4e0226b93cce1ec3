import { Trans } from "@lingui/react/macro";
import classes from "./Footer.module.css";

export function Footer() {
  return (
    <footer id="footer" className={classes.footer}>
      <p>
        <Trans>© Polyprompt and its contributors</Trans>
      </p>
    </footer>
  );
}
