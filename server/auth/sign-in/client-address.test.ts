import { expect, it } from "vitest";
import { clientAddress, toPublishedAddress } from "./client-address.ts";

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

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8::7", "2001:db8::7"],
  ["127.0.0.1", undefined],
  ["::1", undefined],
  ["4000100011112224", undefined],
  [null, undefined],
])("for the client address %s, the gateway receives %s", (address, sent) => {
  expect(toPublishedAddress(address)).toBe(sent);
});
