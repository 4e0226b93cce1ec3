import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A provider gives a customer 64 bits, and for the asking 48. */
const IPV6_PREFIXES = [
  { bits: 64, share: 1 },
  { bits: 48, share: 8 },
] as const;

interface Network {
  network: string;
  /** How many times the limit of one customer it has. */
  share: number;
}

/** Whom an address counts as when one visitor is one: an IPv4 address, or the IPv6 network of one customer. */
export function networkOf(address: string): string {
  return networksOf(address)[0]?.network ?? "";
}

/**
 * All that an address counts as.
 * @param address as the server sees it, also IPv4 within IPv6, and with the port that some proxies write beside it
 */
export function networksOf(address: string): Network[] {
  const bare = withoutPort(address);
  // No address: what a proxy writes there must not make a visitor of its own.
  if (isIP(bare) === 0) return [{ network: "unknown", share: 1 }];
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return [{ network: parsed.toString(), share: 1 }];
  const embedded = embeddedIPv4(parsed);
  if (embedded) return [{ network: ipaddr.fromByteArray(embedded).toString(), share: 1 }];
  return IPV6_PREFIXES.map(({ bits, share }) => {
    const prefix = parsed.toByteArray().fill(0, bits / 8);
    return { network: `${ipaddr.fromByteArray(prefix).toString()}/${bits}`, share };
  });
}

/** Of 6to4, Teredo and NAT64: who has the IPv4 address has the IPv6 network too. */
function embeddedIPv4(address: ipaddr.IPv6): number[] | undefined {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case "6to4":
      return bytes.slice(2, 6);
    case "teredo":
      return bytes.slice(12).map((byte) => byte ^ 0xff);
    case "rfc6052":
      return bytes.slice(12);
    default:
      return undefined;
  }
}

function withoutPort(address: string): string {
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return bracketed ?? ipv4 ?? address;
}
