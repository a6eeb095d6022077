import { expect, it } from "vitest";
import { z } from "zod";
import { preparation } from "../bulk/file/bulk-file.ts";
import { chargeForm } from "../charge/form.ts";
import { followUpForm } from "../forms/follow-up-form.ts";
import { boundedList, boundedRecord } from "./bounded-list.ts";
import { endpoints } from "./endpoints.ts";
import { transactionDetail } from "./schemas/transaction.ts";

const zeros = Array.from({ length: 500_000 }, () => 0);
const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

it("a list up to its maximum length is read, and a longer one refused", () => {
  const list = boundedList(z.number(), 3, "too many");
  expect(list.parse([1, 2, 3])).toEqual([1, 2, 3]);
  expect(issuesOf(list, [1, 2, 3, 4])).toMatchObject([{ message: "too many" }]);
  expect(issuesOf(list, zeros).length).toBe(1);
  for (const other of [undefined, null, "", {}]) expect(list.safeParse(other).success).toBe(false);
});

it("a record up to its maximum number of keys is read, and a larger one refused", () => {
  const record = boundedRecord(z.record(z.string(), z.number()), 2);
  expect(record.parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(issuesOf(record, { a: 1, b: 2, c: 3 }).length).toBe(1);
  for (const other of [undefined, null, "", [1]]) expect(record.safeParse(other).success).toBe(false);
});

it.each([
  ["the totals of a file", preparation, { totals: zeros }],
  ["the mapping of a file", preparation, { plan: { mapping: zeros } }],
  ["the fixes of a file", preparation, { approval: { review: { edits: zeros } } }],
  ["the payouts of a file", preparation, { approval: { review: { payouts: zeros } } }],
  ["the duplicates confirmed for a charge", chargeForm("2026-11"), { confirmedDuplicates: zeros }],
  ["the duplicates confirmed for a follow-up", followUpForm, { confirmedDuplicates: zeros }],
  ["the cards to tokenize", endpoints.createTokens.request, zeros],
  ["the items of a gateway's list", endpoints.listBatchTransactions.reply, { data: zeros }],
  ["the tokens of a gateway's answer", endpoints.createTokens.reply, zeros],
  ["the line items of a gateway's answer", transactionDetail, { lineitems: zeros }],
])("half a million wrong items in %s give few issues", (_, schema, value) => {
  expect(issuesOf(schema, value).length).toBeGreaterThan(0);
  expect(issuesOf(schema, value).length).toBeLessThan(5000);
});
