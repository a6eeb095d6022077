import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { canonicalEdits } from "./approval.ts";
import type { FileEdits, FilePlan } from "./file/file-plan.ts";
import { SentRows } from "./file/sent-rows.ts";

const plan: FilePlan = {
  encoding: "utf-8",
  separator: ",",
  mapping: ["command", "amount", "routing", "account", "accountholder", "orderid"],
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const cell = fc.string({ maxLength: 12 });
const payout = fc.record({
  amount: fc.integer({ min: 1, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
  account: fc.stringMatching(/^\d{4,17}$/),
  accountholder: cell,
  orderid: cell,
});
type Payout = typeof payout extends fc.Arbitrary<infer Value> ? Value : never;

async function approvalOf(rows: readonly Payout[], edits: FileEdits = { fixed: {}, excluded: [] }) {
  const sent = new SentRows({ plan, edits, currentMonth: "2026-11" }, sha256);
  for (const [n, { amount, account, accountholder, orderid }] of rows.entries())
    sent.take({
      row: n + 2,
      cells: ["check:credit", amount, "123456780", account, accountholder, orderid],
    });
  return { good: sent.good, ...(await sent.end()) };
}

test("any other account, name, amount or reference in any row comes to another digest", async () => {
  const change = fc.record({
    rows: fc.array(payout, { minLength: 1, maxLength: 8 }),
    place: fc.nat(),
    column: fc.constantFrom("amount", "account", "accountholder", "orderid"),
    other: payout,
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ rows, place, column, other }) => {
      const at = place % rows.length;
      const changed = rows.map((row, n) => (n === at ? { ...row, [column]: other[column] } : row));
      const [one, two] = [await approvalOf(rows), await approvalOf(changed)];
      const isSame = rows[at]?.[column].trim() === other[column].trim();
      expect(one.rowsDigest === two.rowsDigest).toBe(isSame);
    }),
    { numRuns: randomRuns(250) },
  );
});

test("rows in another order, and one row more or less, come to another digest", async () => {
  const row = { amount: "4000.00", account: "111100001111", accountholder: "Ines", orderid: "1" };
  const other = { ...row, account: "222200002222" };
  const digests = await Promise.all(
    [[row, other], [other, row], [row], [row, row]].map(async (rows) => (await approvalOf(rows)).rowsDigest),
  );
  expect(new Set(digests).size).toBe(4);
});

test("fixes come to one text however they are ordered, and other fixes to another", () => {
  const edits = fc.record({
    fixed: fc.dictionary(
      fc.integer({ min: 2, max: 99 }).map(String),
      fc.record({ account: fc.stringMatching(/^\d{4,17}$/), accountholder: cell }),
    ),
    excluded: fc.uniqueArray(fc.integer({ min: 2, max: 99 })),
  });
  fc.assert(
    fc.property(edits, fc.integer({ min: 2, max: 99 }), (edits, row) => {
      const turned = { fixed: { ...edits.fixed }, excluded: [...edits.excluded].reverse() };
      expect(canonicalEdits(turned)).toBe(canonicalEdits(edits));
      const own = { ...edits.fixed[row], account: "99990000999900009" };
      const changed = { ...edits, fixed: { ...edits.fixed, [row]: own } };
      if (edits.fixed[row]?.account !== own.account)
        expect(canonicalEdits(changed)).not.toBe(canonicalEdits(edits));
      if (!edits.excluded.includes(row))
        expect(canonicalEdits({ ...edits, excluded: [...edits.excluded, row] })).not.toBe(
          canonicalEdits(edits),
        );
    }),
  );
});

test("a review holds no whole account number", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payout, { maxLength: 5 }), async (rows) => {
      const { review } = await approvalOf(rows);
      for (const { to } of review.payouts) expect(to).toMatch(/^Account(?: ending \d{1,4})?$/);
      expect(review.payouts.length).toBe(rows.length);
    }),
  );
});

test("the payee and account shown are those that the command pays", async () => {
  const mapping: FilePlan["mapping"] = [
    "command",
    "amount",
    "ccnum",
    "ccexp",
    "cardholder",
    "routing",
    "account",
    "accountholder",
    "trankey",
    "billing_fname",
  ];
  const sent = new SentRows(
    { plan: { ...plan, mapping }, edits: { fixed: {}, excluded: [] }, currentMonth: "2026-11" },
    sha256,
  );
  const rows = [
    ["cc:credit", "50.00", "4000100011112224", "1249", "Ada Okafor", "", "", "", "", ""],
    ["check:credit", "50.00", "", "", "", "123456780", "1000006789", "Ines Ferreira", "", "Decoy"],
    ["refund", "50.00", "", "", "", "", "", "", "pnf9bcdfghjkmnp", "Decoy"],
    ["cash:refund", "50.00", "", "", "", "", "", "", "", ""],
    ["cc:credit", "50.00", "4000100011112224", "1249", "", "123456780", "1000006789", "Decoy", "", ""],
  ];
  for (const [n, cells] of rows.entries()) sent.take({ row: n + 2, cells });
  const { review } = await sent.end();
  expect(review.payouts).toMatchObject([
    { row: 2, payee: "Ada Okafor", to: "Card ending 2224" },
    { row: 3, payee: "Ines Ferreira", to: "Account ending 6789" },
    { row: 4, payee: "", to: "Payment pnf9bcdfghjkmnp", original: "pnf9bcdfghjkmnp" },
    { row: 5, payee: "", to: "Cash" },
  ]);
});
