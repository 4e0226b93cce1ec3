import { browser } from "wxt/browser";
import { graphql } from "../gql";
import { request } from "./request";

/** The account that the panel reads and writes with. */
export interface Connection {
  /** The site that has handed the token, without a trailing slash. */
  site: string;
  /** An API token, which the site lists as "Browser extension". */
  token: string;
  /** `ApiToken.id`: tells the answers of one account from those of another, and is no secret. */
  tokenId: string;
  username: string;
}

const RevokeDocument = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(apiTokenId: $id) {
      problems {
        code
      }
    }
  }
`);

const KEY = "connection";

/** The connection with a site, if there is one. */
export async function readConnection(site: string): Promise<Connection | null> {
  const { [KEY]: kept } = await browser.storage.local.get<{ [KEY]?: Connection }>(KEY);
  return kept?.site === site ? kept : null;
}

/** The connection with an account, whichever site the panel shows now; null once there is another one, or none. */
export async function connectionOf(tokenId: string): Promise<Connection | null> {
  const { [KEY]: kept } = await browser.storage.local.get<{ [KEY]?: Connection }>(KEY);
  return kept?.tokenId === tokenId ? kept : null;
}

export async function keepConnection(connection: Connection): Promise<void> {
  await browser.storage.local.set({ [KEY]: connection });
}

export async function forgetConnection(): Promise<void> {
  await browser.storage.local.remove(KEY);
}

/** Ends the token on the site. @throws SiteAwayError, RefusedError */
export async function revoke({ site, token, tokenId }: Connection): Promise<void> {
  await request({ site, token }, RevokeDocument, { id: tokenId });
}
