import { browser } from "wxt/browser";
import { type Locale, localePath } from "../../contract/locales";
import { PAGES } from "../../contract/pages";
import { graphql } from "../gql";
import type { Connection } from "./connection";
import { request } from "./request";

const RedeemConnectCodeDocument = graphql(`
  mutation RedeemConnectCode($code: String!, $verifier: String!) {
    redeemConnectCode(code: $code, verifier: $verifier) {
      token
      apiToken {
        id
      }
      problems {
        code
      }
    }
  }
`);

const UsernameDocument = graphql(`
  query Username {
    viewer {
      user {
        username
      }
    }
  }
`);

/** An attempt to connect, for which the site's page is open. It outlasts the panel, and ends with the browser. */
interface Attempt {
  site: string;
  /** The secret whose hash the page got (PKCE, RFC 7636): a code is of no use without it. */
  verifier: string;
}

const KEY = "connecting";
const VERIFIER_BYTES = 32;

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Opens the page on which the site asks the member. */
export async function beginConnecting(site: string, locale: Locale): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const attempt: Attempt = { site, verifier };
  await browser.storage.session.set({ [KEY]: attempt });
  const challenge = base64url(new Uint8Array(hash));
  await browser.tabs.create({ url: `${site}${localePath(locale, PAGES.connect.path)}?challenge=${challenge}` });
}

/** The code that a page of the site has put into its address for the panel; null in any other address. */
export function codeInAddress(site: string, address: string): string | null {
  if (!address.startsWith(`${site}/`)) return null;
  const { pathname, hash } = new URL(address);
  return pathname.endsWith(PAGES.connect.path) ? (/^#code=([0-9A-Z]{8})$/.exec(hash)?.[1] ?? null) : null;
}

/** Why there is no token. */
export type ConnectProblem = "wrong code" | "too many tokens" | "not begun";

/** Gets a token for a code, and learns whose it is. @throws SiteAwayError, RefusedError */
export async function finishConnecting(
  site: string,
  code: string,
): Promise<{ connection?: Connection; problem?: ConnectProblem }> {
  const { [KEY]: attempt } = await browser.storage.session.get<{ [KEY]?: Attempt }>(KEY);
  if (attempt?.site !== site) return { problem: "not begun" };
  const { verifier } = attempt;
  const { redeemConnectCode } = await request({ site, token: null }, RedeemConnectCodeDocument, { code, verifier });
  const { token, apiToken, problems = [] } = redeemConnectCode ?? {};
  if (!token || !apiToken)
    return { problem: problems.some((each) => each.code === "TOO_MANY") ? "too many tokens" : "wrong code" };
  await browser.storage.session.remove(KEY);
  const { viewer } = await request({ site, token }, UsernameDocument, {});
  return { connection: { site, token, tokenId: apiToken.id, username: viewer?.user.username ?? "" } };
}
