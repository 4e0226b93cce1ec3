import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Providers assign each customer at least a /64. */
const IPV6_PREFIX_BITS = 64;

/**
 * The network that identifies a single client: an IPv4 address, or an IPv6 /64.
 * @param address as the server sees it: possibly IPv4 mapped into IPv6, or with the port that some proxies append
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address);
  // Not an address: whatever a proxy writes there must not count as a separate client.
  if (isIP(bare) === 0) return "unknown";
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const embedded = embeddedIPv4(parsed);
  if (embedded) return ipaddr.fromByteArray(embedded).toString();
  const prefix = parsed.toByteArray().fill(0, IPV6_PREFIX_BITS / 8);
  return `${ipaddr.fromByteArray(prefix).toString()}/${String(IPV6_PREFIX_BITS)}`;
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
