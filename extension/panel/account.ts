import { createContext, useContext } from "react";
import type { Locale } from "../../contract/locales";
import type { Connection } from "../site/connection";
import type { Source } from "../site/prompts";
import { useSettings } from "./settings";

/** The account that the panel is connected with. */
export interface Account {
  connection: Connection | null;
  /** Whether the site has refused the last token: it was deleted, or its account is gone. */
  hasEnded: boolean;
  connect(connection: Connection): void;
  disconnect(): void;
}

export const AccountContext = createContext<Account | null>(null);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error("There is no account outside of the panel.");
  return account;
}

/** The site that is asked, as whom, and the language to answer in: by default the panel's. */
export function useSource(locale?: Locale): Source {
  const [settings] = useSettings();
  const { connection } = useAccount();
  return {
    site: settings.site,
    locale: locale ?? settings.locale,
    token: connection?.token ?? null,
    account: connection?.tokenId ?? null,
  };
}
