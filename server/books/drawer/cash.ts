import type { Kysely } from "kysely";
import type { CashSums, UnknownCash } from "#lib/drawer/cash-sums.ts";
import type { ShiftEvent } from "#lib/drawer/shift.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { Database } from "#server/db/database.ts";
import type { DrawerMovementsTable } from "#server/db/tables/books/drawer-movements.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { currencyOf, hasNoOutcome, tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { signedCents } from "#server/payments/attempts/signed-cents.ts";

/** The cash payments and movements of a shift, as lines and as sums. */

export type ShiftCash = {
  sums: CashSums;
  unknown: UnknownCash[];
  /** Payments whose answer is awaited. */
  sending: number;
  otherCurrencies: { currency: string; count: number; cents: number }[];
};

/** `attempts` and `movements` are all of a shift's. Only what took effect, in the merchant's own currency, is in the sums. */
export function sumCash(
  attempts: readonly AttemptRow[],
  movements: readonly Pick<DrawerMovementsTable, "kind" | "cents">[],
): ShiftCash {
  const sums: CashSums = {
    sales: { count: 0, cents: 0 },
    refunds: { count: 0, cents: 0 },
    paidIn: { count: 0, cents: 0 },
    paidOut: { count: 0, cents: 0 },
    drop: { count: 0, cents: 0 },
  };
  const add = (kind: keyof CashSums, cents: number) => {
    sums[kind].count += 1;
    sums[kind].cents += cents;
  };
  for (const { kind, cents } of movements) add(kind, cents);
  const others = new Map<string, { currency: string; count: number; cents: number }>();
  for (const row of attempts.filter((each) => !hasNoOutcome(each) && tookEffect(each))) {
    const cents = signedCents(row) ?? 0;
    const { currency } = currencyOf(row);
    if (currency === undefined || isOwnCurrency(currency)) {
      add(cents < 0 ? "refunds" : "sales", Math.abs(cents));
      continue;
    }
    const other = others.get(currency) ?? { currency, count: 0, cents: 0 };
    others.set(currency, { ...other, count: other.count + 1, cents: other.cents + cents });
  }
  return {
    sums,
    unknown: attempts.filter(({ state }) => state === "unknown").map(toUnknown),
    sending: attempts.filter(({ state }) => state === "prepared" || state === "sent").length,
    otherCurrencies: [...others.values()],
  };
}

function toUnknown(row: AttemptRow): UnknownCash {
  const cents = signedCents(row) ?? 0;
  return {
    attemptId: row.id,
    reference: row.reference,
    isRefund: cents < 0,
    cents: Math.abs(cents),
    by: row.user_name,
  };
}

/** A cash payment as a line of the drawer's activity. */
export function toPaymentEvent(row: AttemptRow): ShiftEvent {
  const cents = signedCents(row) ?? 0;
  const { invoice, drawer_reason: reason }: { invoice?: string; drawer_reason?: string } = JSON.parse(
    row.request,
  );
  const { currency } = currencyOf(row);
  return {
    id: row.id,
    at: row.prepared_at,
    kind: cents < 0 ? "refund" : "sale",
    by: row.user_name,
    ...(invoice && { invoice }),
    ...(reason && { reason }),
    cents,
    ...(currency !== undefined && !isOwnCurrency(currency) && { currency }),
    attemptId: row.id,
    ...(row.transaction_key && { transactionKey: row.transaction_key }),
    ...outcomeOf(row),
  };
}

function outcomeOf(row: AttemptRow): Pick<ShiftEvent, "outcome"> {
  if (row.state === "unknown") return { outcome: "unknown" };
  if (hasNoOutcome(row)) return { outcome: "sending" };
  return tookEffect(row) ? {} : { outcome: "none" };
}

type Reader = Pick<Kysely<Database>, "selectFrom">;

export const listMovements = (store: Reader, shift: number) =>
  store
    .selectFrom("drawer_movements")
    .selectAll()
    .where("shift", "=", shift)
    .orderBy("at")
    .orderBy("id")
    .execute();

export const listCounts = (store: Reader, shift: number) =>
  store.selectFrom("drawer_counts").selectAll().where("shift", "=", shift).orderBy("position").execute();
