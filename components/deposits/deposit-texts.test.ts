import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ShownDeposit, ShownPortion, ShownProposal } from "#lib/deposits/deposits-view.ts";
import { usualRules } from "#lib/deposits/funding-rules.ts";
import { DepositMatch } from "./deposit-match.tsx";
import { EarlierNote } from "./earlier-note.tsx";

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();

const portion = (over: Partial<ShownPortion>): ShownPortion => ({
  id: `${over.batchKey} ${over.part ?? "cards"} USD`,
  batchKey: "k30",
  batchName: "30",
  part: "cards",
  currency: "USD",
  cents: 286_585,
  salesCents: 289_935,
  salesCount: 46,
  count: 47,
  closedDay: "2026-11-25",
  closedAt: 1,
  ...over,
});

function say(proposal: ShownProposal, isReading = false): string {
  const deposit: ShownDeposit = {
    ...{ id: "d1", day: "2026-11-28", cents: 278_087, currency: "USD", description: "MERCH DEP" },
    ...{ trace: undefined, account: undefined, file: "a.ofx", addedBy: "Ann", addedAt: 1 },
    ...{ match: undefined, proposal, undone: [] },
  };
  return textOf(renderToStaticMarkup(createElement(DepositMatch, { deposit, isReading })));
}

test("a deposit that is short of a known fee shows the fee and the shortage on lines of their own", () => {
  const closest = { portions: [portion({})], feeCents: 7998, differenceCents: -500 };
  const proposal: ShownProposal = { kind: "none", closest, paid: undefined };
  expect(say(proposal)).toBe(
    "No match. Short by $5.00 if it pays this: Batch 30 , cards 47 2,865.85 Fee −79.98 Bank paid less −5.00",
  );
  expect(say({ ...proposal, closest: { ...closest, differenceCents: 7998 } })).toContain(
    "$79.98 too much if it pays this:",
  );
  expect(say({ ...proposal, closest: undefined })).toBe(
    "No match. No waiting batch is close to this amount.",
  );
});

test("a line without a match says that batches and checks are still being read", () => {
  expect(say({ kind: "none", closest: undefined, paid: undefined }, true)).toMatch(
    /So far: earlier batches and checks are still being read\.$/,
  );
});

test("a rival deposit is named with its amount, and parts of several batches read as one", () => {
  const amex = ["28", "29"].map((name) => portion({ batchKey: `k${name}`, batchName: name, part: "amex" }));
  const solutions = [{ portions: amex, feeCents: 0 }];
  expect(say({ kind: "ambiguous", solutions, rivals: [{ day: "2026-11-20", cents: 16_745 }] })).toBe(
    "Ambiguous. The deposit of $167.45 on Nov 20 could pay the same: American Express of batches 28 and 29",
  );
});

test("the note on deposits that aren't waited for names their day, amount and count", () => {
  const sums = [{ currency: "USD", cents: 262_910, count: 4 }];
  const view = {
    earlier: { from: "2026-11-27", sums, portions: [] },
    hasDeposits: true,
    today: "2026-11-29",
    rules: usualRules,
  };
  const noteOf = (fees: "net" | "separate") =>
    textOf(
      renderToStaticMarkup(createElement(EarlierNote, { view: { ...view, rules: { ...usualRules, fees } } })),
    );
  expect(noteOf("separate")).toBe(
    "Counts what is due from Nov 27 on, the day of the first bank line here. " +
      "Not counted: $2,629.10 due earlier, 4 parts of batches. All batches",
  );
  expect(noteOf("net")).toContain("Not counted: $2,629.10 before fees, due earlier, 4 parts of batches.");
});
