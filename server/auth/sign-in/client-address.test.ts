import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

it.each([
  ["198.51.100.7", undefined, "198.51.100.7"],
  ["198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::ffff:127.0.0.1", "10.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["::1", ["10.0.0.1", "203.0.113.9"], "203.0.113.9"],
  ["::1", "", "::1"],
])("a connection from %s that claims %j comes from %s", (peer, claimed, address) => {
  expect(clientAddress(peer, claimed)).toBe(address);
});
