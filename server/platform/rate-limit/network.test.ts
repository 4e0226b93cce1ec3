import { expect, test } from "vitest";
import { networkOf, networksOf } from "./network";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["2002:c000:207:1::1", "192.0.2.7"],
  ["64:ff9b::192.0.2.7", "192.0.2.7"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdf8", "192.0.2.7"],
  ["192.0.2.7:2001", "192.0.2.7"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["in-process", "unknown"],
  ["unknown-17", "unknown"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("an IPv6 address also counts towards its /48, with eight times the limit", () => {
  expect(networksOf("2001:db8:1:2::9")).toEqual([
    { network: "2001:db8:1:2::/64", share: 1 },
    { network: "2001:db8:1::/48", share: 8 },
  ]);
});
