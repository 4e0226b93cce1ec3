import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { browser } from "wxt/browser";
import { type Locale, localePath, LOCALES } from "../../contract/locales";
import { docPath } from "../../contract/pages";
import { revoke } from "../site/connection";
import { useAccount } from "./account";
import { useReason } from "./Failure";
import { Icon } from "./Icon";
import { PickerSettings } from "./PickerSettings";
import { siteAddress, useSettings } from "./settings";
import type { Target } from "./tab";

/** The site that the panel asks, its language, the sites with the picker, and the account. */
export function SettingsView({ target, onBack }: { target: Target | undefined; onBack(): void }) {
  const { t } = useLingui();
  const [settings, change] = useSettings();
  const { version } = browser.runtime.getManifest();
  const [site, setSite] = useState(settings.site);
  const [problem, setProblem] = useState<"address" | "permission" | null>(null);

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const address = siteAddress(site);
    if (address === null) {
      setProblem("address");
      return;
    }
    // For that origin alone.
    const { origin } = new URL(address);
    if (!(await browser.permissions.request({ origins: [`${origin}/*`] }))) {
      setProblem("permission");
      return;
    }
    setSite(address);
    setProblem(null);
    change({ ...settings, site: address });
  };

  return (
    <main className="view" onKeyDown={({ key }) => key === "Escape" && onBack()}>
      <div className="bar">
        <button type="button" className="icon-button" aria-label={t`Back to the list`} onClick={onBack} autoFocus>
          <Icon name="back" />
        </button>
        <h1>
          <Trans>Settings</Trans>
        </h1>
      </div>
      <div className="scroll settings">
        <form onSubmit={(event) => void save(event)} noValidate>
          <label htmlFor="site">
            <Trans>Address of the site</Trans>
          </label>
          <p id="site-help">
            <Trans>If you run Polyprompt yourself, enter its address here. The browser asks you to allow it.</Trans>
          </p>
          <input
            id="site"
            type="url"
            dir="ltr"
            value={site}
            aria-describedby={problem ? "site-help site-problem" : "site-help"}
            aria-invalid={problem !== null}
            onChange={({ currentTarget }) => setSite(currentTarget.value)}
          />
          {problem && (
            <p id="site-problem" className="problem" role="alert">
              {problem === "address" ? (
                <Trans>This is not an address. It looks like https://prompts.example.</Trans>
              ) : (
                <Trans>The panel needs your permission for this address, so nothing has changed.</Trans>
              )}
            </p>
          )}
          <button type="submit" className="button" data-variant="filled" disabled={site === settings.site}>
            <Trans>Save</Trans>
          </button>
        </form>
        <label htmlFor="language">
          <Trans>Language</Trans>
        </label>
        <select
          id="language"
          value={settings.locale}
          onChange={({ currentTarget }) => change({ ...settings, locale: currentTarget.value as Locale })}
        >
          {LOCALES.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <PickerSettings target={target} />
        <AccountSettings />
        <p className="about">
          <Trans>Version {version}</Trans>
          <a
            href={`${settings.site}${localePath(settings.locale, docPath("extension/"))}`}
            target="_blank"
            rel="noreferrer"
          >
            <Trans>How to use the extension</Trans>
          </a>
        </p>
      </div>
    </main>
  );
}

/** The account that the panel is connected with. The token ends with the connection, if the site can be reached. */
function AccountSettings() {
  const { connection, disconnect } = useAccount();
  const reason = useReason();
  const ending = useMutation({ networkMode: "always", mutationFn: revoke, onSuccess: disconnect });
  if (!connection) return null;
  const { username } = connection;
  const failure = ending.error && reason(ending.error);
  return (
    <section className="account">
      <p>
        <Trans>
          Connected as <b>{username}</b>
        </Trans>
      </p>
      <button
        type="button"
        className="button"
        data-variant="default"
        disabled={ending.isPending}
        onClick={() => ending.mutate(connection)}
      >
        <Trans>Disconnect</Trans>
      </button>
      {failure && (
        <p className="problem" role="alert">
          {failure} <Trans>The panel is still connected.</Trans>
        </p>
      )}
    </section>
  );
}
