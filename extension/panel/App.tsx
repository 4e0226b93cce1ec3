import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { QueryClient } from "@tanstack/react-query";
import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { useMemo, useState } from "react";
import { browser } from "wxt/browser";
import { type Connection, connectionOf, forgetConnection, keepConnection, readConnection } from "../site/connection";
import { sendMarks } from "../site/marks";
import { createQueryClient, persister } from "../site/query-client";
import { isTokenRefused } from "../site/request";
import { type Account, AccountContext } from "./account";
import { loadI18n } from "./i18n";
import { Panel } from "./Panel";
import { keepSettings, type Settings, SettingsContext } from "./settings";

interface AppProps {
  settings: Settings;
  i18n: I18n;
  connection: Connection | null;
}

/** The panel with what the person has set, and the account that it is connected with. */
export function App(start: AppProps) {
  const [{ settings, i18n, connection, hasEnded }, setState] = useState({ ...start, hasEnded: false });
  const [client] = useState(() => {
    const created = createQueryClient((error) => {
      if (isTokenRefused(error)) void end(created, true);
    });
    sendMarks(created, connectionOf);
    return created;
  });
  const settingsState = useMemo(() => {
    const change = async (next: Settings) => {
      await keepSettings(next);
      const [nextI18n, nextConnection] = await Promise.all([loadI18n(next.locale), readConnection(next.site)]);
      setState({ settings: next, i18n: nextI18n, connection: nextConnection, hasEnded: false });
    };
    return [settings, (next: Settings) => void change(next)] as const;
  }, [settings]);
  const account = useMemo((): Account => {
    const connect = async (next: Connection) => {
      await keepConnection(next);
      setState((state) => ({ ...state, connection: next, hasEnded: false }));
    };
    return { connection, hasEnded, connect: (next) => void connect(next), disconnect: () => void end(client, false) };
  }, [connection, hasEnded, client]);
  return (
    <PersistQueryClientProvider
      client={client}
      persistOptions={{ persister, maxAge: Infinity, buster: browser.runtime.getManifest().version }}
      onSuccess={() => client.resumePausedMutations()}
    >
      <I18nProvider i18n={i18n}>
        <SettingsContext value={settingsState}>
          <AccountContext value={account}>
            <Panel />
          </AccountContext>
        </SettingsContext>
      </I18nProvider>
    </PersistQueryClientProvider>
  );

  /** Forgets the account with all that was kept for it. */
  async function end(of: QueryClient, isRefused: boolean): Promise<void> {
    await forgetConnection();
    of.clear();
    setState((state) => ({ ...state, connection: null, hasEnded: isRefused }));
  }
}
