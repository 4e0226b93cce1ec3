import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { QueryClient } from "@tanstack/react-query";
import { type Persister, PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { type ReactNode, useMemo, useState } from "react";
import { browser } from "wxt/browser";
import { type Connection, connectionOf, forgetConnection, keepConnection, readConnection } from "../site/connection";
import { sendMarks } from "../site/marks";
import { createQueryClient } from "../site/query-client";
import { isTokenRefused } from "../site/request";
import { type Account, AccountContext } from "./account";
import { loadI18n } from "./i18n";
import { keepSettings, readSettings, type Settings, SettingsContext } from "./settings";

interface Start {
  settings: Settings;
  i18n: I18n;
  connection: Connection | null;
}

/** What the person has set, and the account that the extension is connected with. */
export async function readStart(): Promise<Start> {
  const settings = await readSettings();
  const [i18n, connection] = await Promise.all([loadI18n(settings.locale), readConnection(settings.site)]);
  return { settings, i18n, connection };
}

interface AppProps {
  start: Start;
  /** Where answers are kept. */
  persister: Persister;
  children: ReactNode;
}

/** The data, words, settings and account of a panel. */
export function App({ start, persister, children }: AppProps) {
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
          <AccountContext value={account}>{children}</AccountContext>
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
