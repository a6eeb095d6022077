import { expect, test } from "vitest";
import type { FoundTransaction } from "#lib/search/found.ts";
import { rowText } from "./row-text.ts";

const now = Date.UTC(2026, 10, 28, 20);
const row = {
  id: "1",
  tender: "card",
  phase: "settled",
  outcome: "approved",
  cents: 7120,
  netCents: 7120,
  refundedCents: 0,
  brand: "Visa",
  lastFour: "2224",
  customer: "Ada Okafor",
  invoice: "10260",
  createdAt: now - 3_600_000,
} as unknown as FoundTransaction; // the words need no more

test("a chosen row is spoken with its amount first, then what became of it, how, whose and when", () => {
  expect(rowText(row, "America/Los_Angeles", now)).toMatch(
    /^\$71\.20, Settled, Visa.*2224, Ada Okafor, Invoice 10260, today 11:00/,
  );
  const { customer: _, invoice: __, ...bare } = row;
  const refund: FoundTransaction = { ...bare, givesBack: true };
  expect(rowText(refund, "America/Los_Angeles", now)).toMatch(/^−\$71\.20, Settled, Visa.*2224, today/);
});
