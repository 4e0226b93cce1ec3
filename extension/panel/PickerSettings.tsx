import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { browser } from "wxt/browser";
import { keepSites, readAllowedSites, runScript, sitePattern } from "../picker/sites";
import { Icon } from "./Icon";
import { useSettings } from "./settings";
import type { Target } from "./tab";

/** The sites on which "/" in a field opens the picker. Each is allowed for itself, beside its page. */
export function PickerSettings({ target }: { target: Target | undefined }) {
  const { t } = useLingui();
  const [settings] = useSettings();
  const [sites, setSites] = useState<readonly string[]>([]);
  const [isDeclined, setDeclined] = useState(false);
  useEffect(() => {
    void readAllowedSites().then(setSites);
  }, []);
  const site = target && "origin" in target ? sitePattern(target.origin) : null;
  const siteHost = site === null ? "" : hostOf(site);

  const keep = async (next: readonly string[]) => {
    await keepSites(next);
    setSites(next);
  };
  const remove = async (removed: string) => {
    await keep(sites.filter((other) => other !== removed));
    // The panel may need it for its own site still.
    if (removed !== sitePattern(settings.site)) await browser.permissions.remove({ origins: [removed] });
  };
  const allow = async (added: string) => {
    // The browser asks only while it handles the press, and not for what it has granted before.
    const isAllowed = await browser.permissions.request({ origins: [added] });
    setDeclined(!isAllowed);
    if (!isAllowed) return;
    await keep([...sites, added]);
    await runScript(added);
  };

  return (
    <section className="picker-sites">
      <h2>
        <Trans>Find prompts from the field</Trans>
      </h2>
      <p>
        <Trans>Type / in a field to find a prompt there. You allow this for each site.</Trans>
      </p>
      <ul>
        {sites.map((each) => {
          const host = hostOf(each);
          return (
            <li key={each}>
              <bdi>{host}</bdi>
              <button
                type="button"
                className="button"
                data-variant="subtle"
                aria-label={t`Remove ${host}`}
                onClick={() => void remove(each)}
              >
                <Trans>Remove</Trans>
              </button>
            </li>
          );
        })}
      </ul>
      {site === null ? (
        <p>
          <Trans>To allow it on a site, press the Polyprompt button in the toolbar there.</Trans>
        </p>
      ) : (
        !sites.includes(site) && (
          <button type="button" className="button" data-variant="default" onClick={() => void allow(site)}>
            <Icon name="check" size={16} />
            <Trans>Allow on {siteHost}</Trans>
          </button>
        )
      )}
      {isDeclined && (
        <p className="problem" role="alert">
          <Trans>The panel needs your permission for this address, so nothing has changed.</Trans>
        </p>
      )}
    </section>
  );
}

function hostOf(pattern: string): string {
  return new URL(pattern.replace("*", "")).hostname;
}
