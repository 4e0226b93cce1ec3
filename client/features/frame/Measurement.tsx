import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { MEASUREMENT_COOKIE } from "../../../contract/site-links";
import { useSite } from "../../runtime/SiteProvider";
import { Button } from "../../ui/Button";
import classes from "./Measurement.module.css";

/** Until the visitor is asked again. */
const REMEMBERED_SECONDS = 180 * 24 * 60 * 60;

/** Asks whether visits may be measured, and loads the tag manager if they may. */
export function Measurement({ container }: { container: string }) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const [answer, setAnswer] = useState(rememberedAnswer);
  useEffect(() => {
    if (answer === "yes") loadTagManager(container);
  }, [answer, container]);
  if (answer !== undefined) return null;
  const decide = (allowed: boolean) => {
    const value = allowed ? "yes" : "no";
    document.cookie = [
      `${MEASUREMENT_COOKIE}=${value}`,
      `path=${basePath}/`,
      `max-age=${String(REMEMBERED_SECONDS)}`,
      "samesite=lax",
    ].join("; ");
    // The policy of this document does not allow the script: that of the next one does.
    if (allowed) location.reload();
    else setAnswer(value);
  };
  return (
    <section className={classes.question} aria-label={t`Measuring visits`}>
      <p>
        <Trans>May this site measure how it is used? It then loads Google Tag Manager, which can set cookies.</Trans>
      </p>
      <Button variant="default" onClick={() => decide(false)}>
        <Trans>Do not allow</Trans>
      </Button>
      <Button variant="default" onClick={() => decide(true)}>
        <Trans>Allow</Trans>
      </Button>
    </section>
  );
}

function rememberedAnswer(): string | undefined {
  const prefix = `${MEASUREMENT_COOKIE}=`;
  return document.cookie
    .split("; ")
    .find((each) => each.startsWith(prefix))
    ?.slice(prefix.length);
}

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

function loadTagManager(container: string): void {
  if (window.dataLayer) return;
  window.dataLayer = [{ "gtm.start": Date.now(), event: "gtm.js" }];
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${container}`;
  document.head.append(script);
}
