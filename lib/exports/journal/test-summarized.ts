import fc from "fast-check";
import type { SummarizedTransaction } from "./daily-summary.ts";

const part = fc.option(fc.integer({ min: 0, max: 5000 }));

/** Any row, as a daily summary reads it. */
export const summarized: fc.Arbitrary<SummarizedTransaction> = fc.record({
  business_day: fc.constantFrom("2026-10-31", "2026-11-01", "2026-11-02"),
  currency: fc.constantFrom(null, "840", "978"),
  tender: fc.constantFrom("card", "token", "check", "cash"),
  net_cents: fc.integer({ min: -2_000_000, max: 2_000_000 }),
  tax_cents: part,
  tip_cents: part,
  shipping_cents: part,
});
