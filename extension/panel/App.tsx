import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { useMemo, useState } from "react";
import { browser } from "wxt/browser";
import { createQueryClient, persister } from "../site/query-client";
import { loadI18n } from "./i18n";
import { Panel } from "./Panel";
import { keepSettings, type Settings, SettingsContext } from "./settings";

/** The panel with what the person has set. */
export function App({ settings: kept, i18n: loaded }: { settings: Settings; i18n: I18n }) {
  const [{ settings, i18n }, setState] = useState({ settings: kept, i18n: loaded });
  const [client] = useState(createQueryClient);
  const context = useMemo(() => {
    const change = async (next: Settings) => {
      await keepSettings(next);
      setState({ settings: next, i18n: await loadI18n(next.locale) });
    };
    return [settings, (next: Settings) => void change(next)] as const;
  }, [settings]);
  return (
    <PersistQueryClientProvider
      client={client}
      persistOptions={{ persister, maxAge: Infinity, buster: browser.runtime.getManifest().version }}
    >
      <I18nProvider i18n={i18n}>
        <SettingsContext value={context}>
          <Panel />
        </SettingsContext>
      </I18nProvider>
    </PersistQueryClientProvider>
  );
}
