import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import { Disclosure } from "../../ui/Disclosure";
import menu from "../../ui/menu.module.css";
import { copyText } from "./clipboard";
import classes from "./ShareMenu.module.css";

const SHOWN_MS = 2000;

/** Ways to share a prompt: plain links without tracking, and the device's share sheet. */
export function ShareMenu({ url, title }: Shared) {
  const { t } = useLingui();
  const { shareTargets } = useSite().links;
  return (
    <Disclosure
      className={menu.menu}
      summaryClassName={`${menu.summary} ${classes.summary}`}
      name={t`Share`}
      label={
        <span className={classes.icon} title={t`Share`}>
          <Icon name="share" />
        </span>
      }
    >
      <ul className={`${menu.list} ${classes.list}`}>
        <li data-needs-script>
          <CopyLinkButton url={url} />
        </li>
        <li data-needs-script data-needs-share>
          <ShareButton url={url} title={title} />
        </li>
        {shareTargets.map(({ label, href }) => (
          <li key={href}>
            <a href={shareAddress(href, { url, title })} target="_blank" rel="noopener noreferrer">
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a href={mailAddress({ url, title })}>{t({ message: "Email", context: "a way to share" })}</a>
        </li>
      </ul>
    </Disclosure>
  );
}

function CopyLinkButton({ url }: { url: string }) {
  const { t } = useLingui();
  const announce = useAnnounce();
  const notify = useNotify();
  const [outcome, setOutcome] = useState<"check" | "alert" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await copyText(Promise.resolve(url));
      setOutcome("check");
      announce(t`Link copied`);
    } catch {
      setOutcome("alert");
      notify({ message: t`The link could not be copied. Copy it from the address bar.` });
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <Icon name={outcome ?? "copy"} size={16} />
      <Trans>Copy link</Trans>
    </button>
  );
}

/** Opens the device's share sheet. */
function ShareButton({ url, title }: Shared) {
  const { t } = useLingui();
  const notify = useNotify();
  const share = async () => {
    try {
      await navigator.share({ url, title });
    } catch (error) {
      // Closing the sheet is not a failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      notify({ message: t`The prompt could not be shared. Copy its link instead.` });
    }
  };
  return (
    <button type="button" onClick={() => void share()}>
      <Trans>Share…</Trans>
    </button>
  );
}

interface Shared {
  /** The page's canonical URL. */
  url: string;
  title: string;
}

/** The URL that shares a page on a site. @param href with the placeholders `{url}` and `{title}`, which are percent-encoded */
export function shareAddress(href: string, { url, title }: Shared): string {
  const values: Record<string, string> = { "{url}": url, "{title}": title };
  return href.replace(/\{(?:url|title)\}/g, (place) => encodeURIComponent(values[place] ?? ""));
}

export function mailAddress({ url, title }: Shared): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
}
