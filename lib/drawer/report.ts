import { t } from "#lib/language/t.ts";
import type { CashSums, MovementKind, UnknownCash } from "./cash-sums.ts";

/** The figures of a Z report as they are stored and printed. Times are epoch ms, amounts cents. */
export type ZReport = {
  number: number;
  /** The hash of the report before; null for the first. */
  previousHash: string | null;
  shift: number;
  drawer: string;
  merchant: string;
  currency: string;
  openedAt: number;
  openedBy: string;
  closedAt: number;
  closedBy: string;
  floatCents: number;
  /** When another float was left by the shift before: that one, and why. */
  floatChange?: { leftCents: number; reason: string; approvedBy: string | null };
  sums: CashSums;
  movements: {
    kind: MovementKind;
    cents: number;
    reason: string;
    at: number;
    by: string;
    /** Where it took a manager's approval. */
    approvedBy?: string;
  }[];
  expectedCents: number;
  /** Every count, the first one first; the last one counts. */
  counts: { at: number; by: string; cents: number }[];
  /** The last count, by denomination. */
  pieces: { label: string; count: number; cents: number }[];
  countedCents: number;
  /** Counted less expected: negative when it is short. */
  overShortCents: number;
  reason: string;
  approvedBy: string | null;
  /** Without an answer when the shift was closed, and so not in the expected amount. */
  unknown: Pick<UnknownCash, "reference" | "isRefund" | "cents" | "by">[];
  /** Cash in other currencies, apart from the sums. */
  otherCurrencies: { currency: string; count: number; cents: number }[];
  nextFloatCents: number;
  toSafeCents: number;
};

/** "Short $5.00", "Over $2.00", "Exact" without an amount; `money` writes a positive amount. */
export function overShortText(cents: number, money: (cents: number) => string): string {
  if (cents === 0) return t("Exact");
  return cents < 0
    ? t("Short {money}", { money: money(-cents) })
    : t("Over {money}", { money: money(cents) });
}

/** A reason, with the manager who approved it where one had to. */
export const approvedText = (reason: string, by: string | null | undefined): string =>
  by == null ? reason : t("{reason}, approved by {by}", { reason, by });
