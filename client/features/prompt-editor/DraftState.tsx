import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { numberLocale } from "../../../contract/locales";
import { Icon } from "../../ui/Icon";
import type { KeptDraft } from "./use-prompt-draft";
import classes from "./DraftState.module.css";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How often the time is brought up to date. */
const TICK_MS = 4000;
/** Shorter times are not told. */
const RECENT = 5 * SECOND;

/** Says that what is typed is kept, and since when. Not a live region: it would speak all the time. */
export function DraftState({ kept }: { kept: KeptDraft | null }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // Said before there is anything to keep, so that nothing grows when the first words are kept.
  if (!kept)
    return (
      <span className={classes.kept}>
        <Trans>A draft is kept as you type</Trans>
      </span>
    );
  const ago = Math.max(0, now - kept.savedAt);
  const format = new Intl.RelativeTimeFormat(numberLocale(locale), { numeric: "auto" });
  const time =
    ago < MINUTE
      ? format.format(-Math.floor(ago / SECOND), "second")
      : ago < HOUR
        ? format.format(-Math.floor(ago / MINUTE), "minute")
        : format.format(-Math.floor(ago / HOUR), "hour");
  return (
    <span className={classes.kept} data-warning={!kept.outlastsPage || undefined}>
      <Icon name={kept.outlastsPage ? "check" : "alert"} size={16} />
      {kept.outlastsPage ? (
        <span>
          {ago < RECENT ? <Trans>Draft kept on this device</Trans> : <Trans>Draft kept on this device, {time}</Trans>}
        </span>
      ) : (
        <span>{t`This browser cannot keep any more: do not close the tab before saving.`}</span>
      )}
    </span>
  );
}
