import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Providers assign a customer a /64, and a /48 on request. */
const IPV6_PREFIXES = [
  { bits: 64, share: 1 },
  { bits: 48, share: 8 },
] as const;

interface Network {
  network: string;
  /** The network's limit, as a multiple of the limit for one client. */
  share: number;
}

/** The network that identifies a single client: an IPv4 address, or an IPv6 /64. */
export function networkOf(address: string): string {
  return networksOf(address)[0]?.network ?? "";
}

/**
 * All networks that an address counts towards, the narrowest first.
 * @param address as the server sees it: possibly IPv4 mapped into IPv6, or with the port that some proxies append
 */
export function networksOf(address: string): Network[] {
  const bare = withoutPort(address);
  // Not an address: whatever a proxy writes there must not count as a separate client.
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

/** The IPv4 address in a 6to4, Teredo or NAT64 address: whoever has it controls the IPv6 network too. */
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
