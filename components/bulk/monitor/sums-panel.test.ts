import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addByCurrency, type SumEntry } from "#lib/batches/transaction-sums.ts";
import type { BatchHeld, BatchTotal, LaterChange, Outcomes, OutcomeTotal } from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { SumsPanel } from "./sums-panel.tsx";

const nothing = { count: 0, keys: [] };

/** A batch that holds all of these payments. */
function batchOf(entries: readonly SumEntry[], held: Partial<BatchHeld> = {}): BatchTotal {
  const sums = addByCurrency(entries);
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  return {
    batchKey: "b1",
    batchName: "12",
    count,
    sums,
    held: { sums, missing: nothing, voided: nothing, changed: nothing, ...held },
    isFinal: true,
    problem: undefined,
  };
}

const sales = (count: number, cents: number, currency?: string): SumEntry => ({
  kind: "sales",
  currency,
  count,
  cents,
});
const outcome = (count: number, cents = 0, withoutAmount = 0): OutcomeTotal => ({
  count,
  sums: count > withoutAmount ? [{ currency: "USD", cents }] : [],
  withoutAmount,
});
const none = outcome(0);

type Case = {
  batches?: BatchTotal[];
  isComparing?: boolean;
  authorized?: OutcomeTotal;
  since?: LaterChange[];
  outcomes?: Partial<Outcomes>;
  /** What the file names; ten sales of $10.00 unless said. */
  file?: Partial<BulkFile>;
};

/** Ten sales of $10.00 that were all approved, but for what the case changes. */
function textOf({
  batches = [batchOf([sales(10, 10_000)])],
  isComparing = false,
  authorized = none,
  since = [],
  ...change
}: Case): string {
  const totals = [{ command: "sale", tender: "card", count: 10, cents: 10_000, withoutAmount: 0 }];
  // The panel reads nothing else of a file.
  const file = { good: 10, cents: 10_000, totals, ...change.file } as unknown as BulkFile;
  const outcomes: Outcomes = {
    approved: outcome(10, 10_000),
    duplicates: none,
    declined: none,
    errors: none,
    inPart: 0,
    ...change.outcomes,
    approvedAs: {
      sales: change.outcomes?.approved ?? outcome(10, 10_000),
      refunds: none,
      authorized: none,
      voids: none,
      ...change.outcomes?.approvedAs,
    },
  };
  const panel = { batches, authorized, since, outcomes, isComparing, file };
  return renderToStaticMarkup(createElement(SumsPanel, panel))
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ")
    .replace(/ ([.,])/g, "$1");
}

test("a file agrees where every row has an outcome and its batch lists every approved payment", () => {
  const text = textOf({});
  expect(text).toContain("Agrees. The batch holds every approved payment, to the cent");
  expect(text).toContain("every row of the file is accounted for");
  expect(text).toMatch(/Left over \$0\.00/);
});

test("a file agrees with duplicates and declined rows, which moved no money", () => {
  const outcomes = {
    approved: outcome(6, 6000),
    duplicates: outcome(3, 3000),
    declined: outcome(1, 1000),
  };
  const text = textOf({ batches: [batchOf([sales(6, 6000)])], outcomes });
  expect(text).toContain("Agrees.");
  expect(text).not.toContain("Differs.");
});

test("a file agrees without any batch where no row was approved", () => {
  const text = textOf({ batches: [], outcomes: { approved: none, declined: outcome(10, 10_000) } });
  expect(text).toContain("Agrees. Every row of the file is accounted for.");
});

test("rows that name no amount are accounted for by what they came to", () => {
  const totals = [
    { command: "refund", tender: "card", count: 10, cents: 10_000, withoutAmount: 3 },
  ] as BulkFile["totals"];
  const entry: SumEntry = { kind: "refunds", currency: undefined, count: 10, cents: 36_496 };
  const text = textOf({
    batches: [batchOf([entry])],
    outcomes: {
      approved: outcome(10, 36_496),
      approvedAs: { sales: none, refunds: outcome(10, 36_496), authorized: none, voids: none },
    },
    file: { totals },
  });
  expect(text).toContain("Agrees.");
  expect(text).toContain("3 rows used all of an earlier payment or changed one, $264.96 in total");
  expect(text).toMatch(/Left over \$0\.00/);
  // −$364.96 is in the table above: here an amount has no direction.
  expect(text).toContain("In the file, in and out 10");
  expect(text).toContain("Approved refunds 10 364.96");
});

test.each<[string, Case, string]>([
  [
    "approved in part",
    { outcomes: { approved: outcome(10, 9000), inPart: 2 } },
    "$10.00 of the file is in no outcome: 2 rows were approved only in part. Collect the rest",
  ],
  [
    "failed without an amount",
    { outcomes: { approved: outcome(9, 9000), errors: outcome(1, 0, 1) } },
    "$10.00 of the file is in no outcome: 1 row has an outcome without the amount of the row.",
  ],
  [
    "rejected or sent before",
    {
      outcomes: { approved: outcome(8, 8000) },
      file: { upload: { lines: 9, transactions: 8, errors: 1, dupes: 1 } },
    },
    "$20.00 of the file is in no outcome: 2 rows were not run: rejected, or sent before.",
  ],
  [
    "not taken when the answer to the upload was lost",
    { outcomes: { approved: outcome(8, 8000) }, file: { group: { transactions: 8 } as BulkFile["group"] } },
    "$20.00 of the file is in no outcome: 2 rows were not run",
  ],
  [
    "failed on an earlier payment, whose amount they show,",
    {
      outcomes: { approved: outcome(9, 9000), errors: outcome(1, 4000) },
      file: {
        totals: [
          { command: "sale", tender: "card", count: 9, cents: 9000, withoutAmount: 0 },
          { command: "creditvoid", tender: "card", count: 1, cents: 0, withoutAmount: 1 },
        ],
        cents: 9000,
      },
    },
    "The outcomes show $40.00 more than the rows name. Rows that take or change an earlier payment show its amount, and so do failed rows, which moved nothing.",
  ],
])("rows %s explain what the amounts differ by", (_what, change, reason) => {
  const text = textOf(change);
  expect(text).toContain("Agrees.");
  expect(text).toContain(reason);
  expect(text).not.toContain("Differs.");
});

test.each<[string, Case, string]>([
  [
    "a row without an outcome",
    { outcomes: { approved: outcome(9, 9000) } },
    "Differs. 1 row was sent and has no outcome. Look for it in the gateway's own report.",
  ],
  [
    "an outcome without a row",
    { outcomes: { approved: outcome(11, 11_000) } },
    "Differs. The gateway reports 1 outcome more than rows were sent.",
  ],
  [
    "money that no outcome shows and nothing explains",
    { outcomes: { approved: outcome(10, 9000) } },
    "Differs. The rows name $10.00 more than their outcomes show. Compare the results with the file.",
  ],
  [
    "money beyond what the rows name",
    { outcomes: { approved: outcome(10, 11_000) } },
    "Differs. The outcomes show $10.00 more than the rows name.",
  ],
  [
    "a payment that its batch does not list",
    { batches: [batchOf([sales(10, 10_000)], { missing: { count: 7, keys: ["1nfa", "1nfb"] } })] },
    "Differs. Batch 12 doesn't list 7 of the 10 approved payments: 1nfa, 1nfb and 5 more.",
  ],
])("%s differs, with what to do next", (_what, change, verdict) => {
  const text = textOf(change);
  expect(text).toContain(verdict);
  expect(text).toContain("Don't send rows of this file again before they are found.");
  expect(text).not.toContain("Agrees.");
});

test("a payment that was voided or adjusted after the file ran is no difference", () => {
  const held = { voided: { count: 1, keys: ["1nfa"] }, changed: { count: 2, keys: ["1nfb", "1nfc"] } };
  const text = textOf({ batches: [batchOf([sales(10, 10_000)], held)] });
  expect(text).toContain("Changed since. The batch holds every approved payment");
  expect(text).toContain("1 payment was voided: 1nfa. 2 payments now have another amount: 1nfb, 1nfc.");
  expect(text).not.toMatch(/Differs|Agrees/);
});

test("a batch that could not be read says why, and is not said to be read", () => {
  const unread = { ...batchOf([sales(10, 10_000)]), held: undefined };
  const problem = "The gateway could not be read (timeout).";
  const text = textOf({ batches: [{ ...unread, problem }] });
  expect(text).toContain("Not compared yet. Batch 12 could not be read. The gateway could not be read");
  expect(text).toContain("Open this page again later.");
  expect(textOf({ batches: [unread], isComparing: true })).toContain(
    "Not compared yet. The batches are being read from the gateway.",
  );
});

test("different currencies are never added, and the plain numbers of the rows not compared with them", () => {
  const yen = { count: 1, sums: [{ currency: "JPY", cents: 110_000 }], withoutAmount: 0 };
  const text = textOf({
    batches: [batchOf([sales(6, 6000), sales(3, 3000, "978"), sales(1, 110_000, "392")])],
    outcomes: {
      approved: {
        count: 9,
        sums: [...outcome(6, 6000).sums, { currency: "EUR", cents: 3000 }],
        withoutAmount: 0,
      },
      declined: yen,
    },
  });
  expect(text).toContain("All sales and refunds 10 $60.00 €30.00 ¥1,100 $0.00 €0.00 ¥0 $60.00 €30.00 ¥1,100");
  expect(text).toContain("Approved sales 9 $60.00 €30.00");
  expect(text).toContain("Declined 1 ¥1,100");
  expect(text).toContain("The amounts of the file are not compared");
  expect(text).not.toContain("Left over");
  expect(text).not.toContain("Differs.");
});

test("sales, refunds, voids and authorizations are summed separately, and no amount is below zero", () => {
  const refund: SumEntry = { kind: "refunds", currency: "978", count: 1, cents: 3100 };
  const several = (count: number, ...sums: [string, number][]): OutcomeTotal => ({
    count,
    sums: sums.map(([currency, cents]) => ({ currency, cents })),
    withoutAmount: 0,
  });
  const approvedAs = {
    sales: outcome(2, 4550),
    refunds: several(1, ["EUR", 3100]),
    authorized: outcome(1, 4000),
    voids: outcome(1, 7500),
  };
  const text = textOf({
    batches: [
      batchOf([sales(2, 4550), refund, { kind: "voids", currency: undefined, count: 1, cents: 7500 }]),
    ],
    authorized: approvedAs.authorized,
    outcomes: {
      approved: several(5, ["USD", 16_050], ["EUR", 3100]),
      approvedAs,
      declined: outcome(5, 700),
    },
  });
  expect(text).toContain("In the file, in and out 10 not added: several currencies");
  expect(text).toContain("Approved sales 2 $45.50 Approved refunds 1 €31.00");
  expect(text).toContain("Authorized, not captured 1 $40.00 Voided, not collected 1 $75.00");
  expect(text).toContain("Declined 5 $7.00");
  expect(text).toContain("1 authorization holds $40.00. Nothing of it is collected");
  expect(text).toContain("$45.50");
  expect(text).not.toMatch(/160\.50|85\.50|−7\.00|−75|−40/);
});

/** One of the ten payments after its file ran. */
const later = (change: Partial<LaterChange>): LaterChange => ({
  key: "1nflater",
  now: "returned",
  wasAuthorized: false,
  cents: 1000,
  currency: undefined,
  ...change,
});
const outside = (entries: readonly SumEntry[]): BatchTotal => ({
  ...batchOf(entries),
  batchKey: undefined,
  batchName: undefined,
  held: undefined,
});

test("a file never agrees where approved payments are in no batch and could not be compared", () => {
  const text = textOf({ batches: [batchOf([sales(8, 8000)]), outside([sales(2, 2000)])] });
  expect(text).not.toContain("Agrees.");
  expect(text).toContain(
    "Compared in part. The batch holds every approved payment that is in one, to the cent. Every row of the file is accounted for.",
  );
  expect(text).toContain("2 payments are in no batch (checks, cash) and could not be compared.");
  const alone = textOf({ batches: [outside([sales(10, 10_000)])] });
  expect(alone).not.toContain("Agrees.");
  expect(alone).toContain("Not compared. Every row of the file is accounted for.");
});

test.each([
  ["returned", "1 payment was returned by the bank: 1nflater."],
  ["voided", "1 payment was voided: 1nflater."],
  ["refunded", "1 payment was refunded: 1nflater."],
] as const)("a file never agrees once a payment was %s, which is named", (now, words) => {
  const text = textOf({ since: [later({ now })] });
  expect(text).not.toContain("Agrees.");
  expect(text).toContain(`Changed since. The batch holds every approved payment`);
  expect(text).toContain(words);
});

test("an authorization that was captured is in its batch and no longer said to be held", () => {
  const authorized = outcome(2, 1666);
  const captured = later({ now: "captured", wasAuthorized: true, cents: 666, capturedCents: 600 });
  const batch = batchOf([sales(10, 10_000)], { captured: [captured] });
  const text = textOf({ batches: [batch], authorized, since: [captured] });
  expect(text).not.toContain("Agrees.");
  expect(text).toContain("1 authorization was captured: 1nflater.");
  expect(text).toContain("1 authorization holds $10.00. Nothing of it is collected before it is captured");
  expect(text).toContain(
    "1 authorization of $6.66 was captured since: 1nflater. $6.00 of it was collected and is in the batch, but not in the totals of the file.",
  );
  const alone = textOf({ batches: [batch], authorized: outcome(1, 666), since: [captured] });
  expect(alone).not.toContain("Nothing of it is collected");
});
