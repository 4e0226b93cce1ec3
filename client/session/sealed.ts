import type { ApolloClient } from "@apollo/client";
import { accountNumber } from "../../contract/session";
import { graphql } from "../gql";
import { readStored, writeStored } from "../ui/local-storage";
import { writeNow } from "./delayed-write";
import { privateStorage } from "./private-storage";
import type { Session } from "./session";

const DraftKeyQuery = graphql(`
  query DraftKey {
    viewer {
      user {
        id
      }
      draftKey
    }
  }
`);

/** In bytes, as AES-GCM wants it. */
const IV_LENGTH = 12;

/** Browsers encrypt on pages alone that nobody on the way can have changed. */
export function canSeal(): boolean {
  return "crypto" in globalThis && "subtle" in crypto;
}

/**
 * Keeps what a member has typed, encrypted with a key that only the account's sessions get: logging out deletes the text itself. With it
 * what was kept before, if it could not be given back yet.
 * @returns a function that drops it again; undefined where the browser does not take it
 */
export async function seal(client: ApolloClient, session: Session, account: string): Promise<(() => void) | undefined> {
  const storage = privateStorage(session);
  const key = await keyOf(client, account);
  await unsealWith(key, session, account);
  writeNow();
  const prefix = storage.prefix(account);
  const entries = storage.keys(prefix).map((name) => [name.slice(prefix.length), storage.readKey(name) ?? ""] as const);
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  const place = sealedKey(session, account);
  const written = toBase64(iv) + toBase64(sealed);
  writeStored(place, written);
  return readStored(place) === written ? () => writeStored(place, null) : undefined;
}

/** Gives a member back what they kept when they logged out. What they have typed since stays. */
export async function unseal(client: ApolloClient, session: Session, account: string): Promise<void> {
  if (readStored(sealedKey(session, account)) !== null)
    await unsealWith(await keyOf(client, account), session, account);
}

/** Deletes what a member has kept. @returns a function that puts it back */
export function forgetSealed(session: Session, account: string): () => void {
  const place = sealedKey(session, account);
  const sealed = readStored(place);
  writeStored(place, null);
  return () => writeStored(place, sealed);
}

async function unsealWith(key: CryptoKey, session: Session, account: string): Promise<void> {
  const storage = privateStorage(session);
  const place = sealedKey(session, account);
  const sealed = readStored(place);
  if (sealed === null) return;
  const entries = await decrypted(key, fromBase64(sealed));
  // Another tab may have been faster.
  if (readStored(place) === null) return;
  writeStored(place, null);
  writeNow();
  for (const [name, kept] of entries) storage.addKey(storage.prefix(account) + name, kept);
  storage.report();
}

/** @throws unless the account is signed in */
async function keyOf(client: ApolloClient, account: string): Promise<CryptoKey> {
  const { data } = await client.query({ query: DraftKeyQuery, fetchPolicy: "no-cache" });
  const { user, draftKey } = data?.viewer ?? {};
  if (user?.id !== account || !draftKey) throw new Error("Another account is signed in.");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(draftKey));
  return crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Nothing where the key is another one by now, as after a restore. */
async function decrypted(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<[string, string][]> {
  const [iv, sealed] = [bytes.slice(0, IV_LENGTH), bytes.slice(IV_LENGTH)];
  try {
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
    return Object.entries(JSON.parse(text) as Record<string, string>);
  } catch {
    return [];
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** Where in local storage an account keeps it. */
function sealedKey({ basePath }: Session, account: string): string {
  return `polyprompt.sealed.${accountNumber(account)}${basePath}`;
}
