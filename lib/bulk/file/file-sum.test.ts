import { expect, test } from "vitest";
import type { CommandName } from "../../gateway/commands.ts";
import { addToTotals, type BulkTotal } from "../bulk-totals.ts";
import { formatFileSums } from "./file-sum.ts";

const total = (command: CommandName, cents: number): BulkTotal => ({
  command,
  tender: "card",
  count: 1,
  cents,
  withoutAmount: 0,
});

test("a file that only takes money in shows its amount alone", () => {
  expect(formatFileSums([total("sale", 1_250_000)])).toBe("$12,500.00");
  expect(formatFileSums([total("sale", 1000), total("cash:sale", 500)])).toBe("$15.00");
});

test("money that comes in, is held and goes out is never added up", () => {
  expect(formatFileSums([total("sale", 5350), total("authonly", 4000), total("cash:refund", 2000)])).toBe(
    "$53.50 in, $40.00 held, −$20.00 out",
  );
});

test("an amount on an earlier payment has no dollar sign and is in no sum of dollars: its currency may be another", () => {
  expect(formatFileSums([total("refund", 100_050)])).toBe("−1,000.50 out");
  expect(formatFileSums([total("sale", 1000), total("cc:capture", 4400), total("quickrefund", 300)])).toBe(
    "$10.00 in, 44.00 in, −3.00 out",
  );
});

test("a new credit is in the merchant's own currency, one on an earlier payment in that of its payment", () => {
  const credits: BulkTotal[] = [];
  const credit = { kind: "good", command: "cc:credit", tender: "card" } as const;
  addToTotals(credits, { ...credit, amountCents: 444, namesPayment: false });
  expect(formatFileSums(credits)).toBe("−$4.44 out");
  addToTotals(credits, { ...credit, amountCents: 100, namesPayment: true });
  expect(formatFileSums(credits)).toBe("−$4.44 out, −1.00 out");
});

test("rows whose amount only the gateway knows are counted, and not as zero", () => {
  const whole = { ...total("refund", 0), withoutAmount: 1 };
  expect(formatFileSums([whole])).toBe("amount not known");
  expect(formatFileSums([total("sale", 1000), whole])).toBe("$10.00, 1 row of unknown amount");
  expect(formatFileSums([total("cc:save", 0)])).toBe("$0.00");
});
