import { readBatchFilters } from "#lib/batches/batch-list.ts";
import { type PaymentTotals, paymentDays } from "#lib/batches/payment-totals.ts";
import { searchClock } from "#server/books/search/answer-search.ts";
import { paymentTotals } from "#server/books/search/payment-totals.ts";
import { route } from "#server/route.ts";

/** What the payments of the filtered days add up to. Sends no gateway requests. */
export const GET = route({ right: "viewBatches" }, async ({ query }): Promise<PaymentTotals | null> => {
  const days = paymentDays(readBatchFilters(query));
  return days ? paymentTotals(days.query, searchClock()) : null;
});
