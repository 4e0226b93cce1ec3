import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const IPV6_PREFIX_BYTES = 8;

/**
 * Whom an address counts as: an IPv4 address itself, of IPv6 the network of 64 bits that a provider gives to one customer.
 * @param address as the server sees it, also IPv4 mapped into IPv6
 */
export function networkOf(address: string): string {
  // Operations of pages come from no address.
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = parsed.toByteArray().fill(0, IPV6_PREFIX_BYTES);
  return `${ipaddr.fromByteArray(prefix).toString()}/64`;
}
