import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MerchantProvider } from "#components/layout/merchant.tsx";
import type { Notice, ReturnFacts } from "#lib/payments/notice.ts";
import type { Role } from "#lib/permissions.ts";
import { NoticeItem } from "./notice-item.tsx";

const bulk = {
  fileId: "f1",
  fileName: "checks.csv",
  reference: "ABCD-EFGH",
  row: 5,
  preparedBy: "Ada Okafor",
  approvedBy: "Ben Alvarez",
};

function show(change: Partial<ReturnFacts>, role: Role = "manager"): string {
  const notice: Notice = {
    id: "return:1nfcheck",
    foundAt: 0,
    transactionKey: "1nfcheck",
    batchKey: undefined,
    attemptId: undefined,
    acknowledged: undefined,
    kind: "return",
    outcome: "returned",
    isRefund: false,
    reason: "R01",
    payer: "Check, Bo",
    amountCents: 599,
    takenBy: undefined,
    ...change,
  };
  const merchant = {
    name: "Blumen Weber",
    timeZone: "UTC",
    locale: "en-US",
    waitMs: 60_000,
    userId: "user-1",
    role,
  };
  const provided = { merchant, children: createElement(NoticeItem, { notice, now: 0 }) };
  const client = new QueryClient();
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MerchantProvider, provided)),
  );
}

test("a returned check from a bulk file names the file, its row, and who prepared and approved it", () => {
  const item = show({ takenBy: "Ada Okafor", bulk });
  expect(item).toContain(
    "Row 5 of checks.csv, file ABCD-EFGH, prepared by Ada Okafor, approved by Ben Alvarez, found",
  );
  expect(item).toContain('href="/bulk/f1"');
  expect(show({ takenBy: "Ada Okafor", bulk }, "clerk")).not.toContain('href="/bulk/f1"');
});

test("a returned check is said to come from elsewhere only once every bulk file's results are known", () => {
  expect(show({ mayBeBulk: true })).toContain("It may be from a bulk file whose results are not known yet");
  expect(show({ mayBeBulk: false })).toContain("Not taken through this console");
});
