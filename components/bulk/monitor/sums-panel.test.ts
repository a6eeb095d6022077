import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { SumsPanel } from "./sums-panel.tsx";

const none = { count: 0, cents: 0 };
const moved = { count: 7, salesCents: 2468, refundsCents: 29996 };
const batches = [{ ...moved, batchKey: "b1", batchName: "12", held: { ...moved, readAt: 1 } }];

function textOf({ withoutAmount, errors = none }: { withoutAmount: number; errors?: typeof none }): string {
  const totals = [{ command: "refund", tender: "card", count: 7, cents: 5968, withoutAmount }];
  // The panel reads nothing else of a file.
  const file = { good: 7 + errors.count, cents: 5968, totals } as unknown as BulkFile;
  const outcomes = { approved: { count: 7, cents: 32464 }, duplicates: none, declined: none, errors };
  const panel = createElement(SumsPanel, { batches, outcomes, isComparing: false, file });
  return renderToStaticMarkup(panel)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

test("rows that name no amount are accounted for by what they came to", () => {
  const text = textOf({ withoutAmount: 3 });
  expect(text).toContain("Agrees.");
  expect(text).toContain("3 rows named no amount and came to $264.96");
  expect(text).toMatch(/Left over \$0\.00/);
  expect(text).not.toContain("not accounted for");
  // −$275.28 stands in the table above: here refunds count like sales.
  expect(text).toContain("Approved, sales plus refunds");
});

test("money beyond what the file names differs where every row names an amount, or one failed", () => {
  expect(textOf({ withoutAmount: 0 })).toContain("$264.96 of the file are not accounted for");
  expect(textOf({ withoutAmount: 3, errors: { count: 1, cents: 0 } })).toContain("Differs.");
});
