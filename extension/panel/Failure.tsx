import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { RefusedError } from "../site/request";
import { Icon } from "./Icon";
import { useSettings } from "./settings";

/** Why there is no answer, in a sentence. */
export function useReason(): (error: Error) => string {
  const { t } = useLingui();
  const [{ site }] = useSettings();
  const { host } = new URL(site);
  return (error) => {
    if (error instanceof RefusedError)
      return error.code === "RATE_LIMITED" ? t`${host} asks you to wait a minute.` : t`${host} could not answer.`;
    return navigator.onLine ? t`${host} does not answer.` : t`You are offline.`;
  };
}

interface OfflineStripProps {
  /** How many prompts of the tab are kept. */
  count: number;
  /** When the newest of them came, in milliseconds since 1970. */
  since: number;
  error: Error;
  onRetry(): void;
}

/** Below the tabs: the site is away, and only what is kept here is listed. */
export function OfflineStrip({ count, since, error, onRetry }: OfflineStripProps) {
  const { t, i18n } = useLingui();
  const reason = useReason()(error);
  const moment = i18n.date(new Date(since), { dateStyle: "short", timeStyle: "short" });
  return (
    <div className="strip">
      <Icon name="away" />
      <p role="status">
        <b>{reason}</b>{" "}
        {t`${plural(count, { one: `Kept here: # prompt, as of ${moment}.`, other: `Kept here: # prompts, as of ${moment}.` })}`}
      </p>
      <button type="button" className="button" data-variant="subtle" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}

/** The site is away, and nothing is kept. */
export function Failure({ error, onRetry, onSettings }: { error: Error; onRetry(): void; onSettings(): void }) {
  const reason = useReason()(error);
  return (
    <div className="say">
      <p className="say-title">{reason}</p>
      <p>
        <Trans>Lists and texts that you have opened are kept here for such times. There are none yet.</Trans>
      </p>
      <button type="button" className="button" data-variant="filled" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
      <button type="button" className="button" data-variant="default" onClick={onSettings}>
        <Trans>Change the site’s address</Trans>
      </button>
    </div>
  );
}
