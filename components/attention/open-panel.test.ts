import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MerchantProvider } from "#components/layout/merchant.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import type { Role } from "#lib/permissions.ts";
import { attentionQuery, unknownFilesQuery } from "#lib/queries/attention.ts";
import { OpenPanel } from "./open-panel.tsx";

/** The panel shows no more of a file. */
const unknown = {
  id: "f1",
  reference: "ABCD-EFGH",
  name: "u2.csv",
  good: 3,
  totals: [{ command: "sale", tender: "card", count: 3, cents: 9306, withoutAmount: 0 }],
  state: "unknown",
  preparedBy: "Ada Okafor",
  preparedAt: 0,
  approvedBy: "Ben Alvarez",
  sentAt: 0,
  search: {
    lookups: 1,
    rows: [],
    places: [
      {
        place: "transactions",
        name: "The gateway's latest transactions",
        upTo: 0,
        seen: "none of its rows",
      },
    ],
  },
} as unknown as BulkFile;

function show(files: BulkFile[], role: Role = "manager"): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(attentionQuery({ mine: false }).queryKey, []);
  client.setQueryData(unknownFilesQuery({ mine: false }).queryKey, files);
  const merchant = {
    name: "Blumen Weber",
    timeZone: "UTC",
    locale: "en-US",
    waitMs: 60_000,
    userId: "user-1",
    role,
  };
  const panel = createElement(QueryClientProvider, { client }, createElement(OpenPanel));
  const provided = { merchant, children: panel };
  return renderToStaticMarkup(createElement(MerchantProvider, provided));
}

test("a bulk file whose answer was lost is open: with its sums, its people, and the way to it", () => {
  const panel = show([unknown]);
  expect(panel).not.toContain("Nothing is open");
  for (const text of ["$93.06", "u2.csv", "3 rows", "By Ada Okafor, approved by Ben Alvarez", "1 bulk file"])
    expect(panel).toContain(text);
  expect(panel).toContain("none of its rows");
  expect(panel).toContain('href="/bulk/f1"');
});

test("a clerk, who can't open bulk files, sees that one is open without a link", () => {
  const panel = show([unknown], "clerk");
  expect(panel).toContain("u2.csv");
  expect(panel).not.toContain('href="/');
});

test("nothing is open only without payments and bulk files", () => {
  expect(show([])).toContain("Every payment and bulk file that was sent has a known outcome.");
});
