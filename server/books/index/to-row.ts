import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { type IndexSource, outcomeOfResult } from "#lib/books/indexed-transaction.ts";
import { type BusinessClock, businessDayOf } from "#lib/business-day.ts";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { toCents } from "#lib/money.ts";
import { brandOf, isRefund, phaseOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import { readMoment } from "#lib/time.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { lastFourOf } from "../cards/last-four.ts";
import { withReread } from "./reread-at.ts";

/** What is known of a reading beside the transaction itself. `batchKey` is the batch whose list showed it. */
export type ReadingFacts = {
  source: IndexSource;
  readAt: number;
  batchKey?: string | undefined;
  /** Whom to name where no attempt of this console made it: of a bulk file, who prepared it. */
  taker?: Taker | undefined;
};
export type Taker = { id: string; name: string };

/** The row of a transaction as the gateway showed it; undefined without a key. */
export function toIndexedRow(
  detail: TransactionDetail,
  { source, readAt, batchKey, taker }: ReadingFacts,
  clock: BusinessClock,
): IndexedTransactionRow | undefined {
  if (!detail.key) return undefined;
  const createdAt = createdAtOf(detail, readAt, clock);
  const phase = phaseOf(detail);
  const cents = amountOf(detail);
  return withReread({
    id: detail.key,
    transaction_key: detail.key,
    attempt_id: null,
    source,
    read_at: readAt,
    created_at: createdAt,
    business_day: businessDayOf(clock, createdAt),
    // `current` names another batch tomorrow.
    batch_key: detail.batch?.key ?? (batchKey === "current" ? null : (batchKey ?? null)),
    refnum: detail.refnum || null,
    authcode: detail.authcode || null,
    invoice: detail.invoice || null,
    orderid: detail.orderid || null,
    customer: customerOf(detail),
    description: detail.description || null,
    last_four: lastFourOf(detail.creditcard?.number),
    brand: brandOf(detail) ?? null,
    tender: tenderOf(detail),
    trantype_code: detail.trantype_code ?? null,
    kind: kindOf(detail),
    phase,
    outcome: outcomeOfCode(detail.result_code),
    reason: detail.error || null,
    cents: cents ?? null,
    net_cents: netCents(phase, isRefund(detail), cents),
    tip_cents: part(detail.amount_detail?.tip),
    tax_cents: part(detail.amount_detail?.tax),
    shipping_cents: part(detail.amount_detail?.shipping),
    currency: detail.currency || null,
    refunded_cents: 0,
    user_id: taker?.id ?? null,
    user_name: taker?.name ?? null,
    clerk: detail.clerk || null,
    source_name: detail.source_name || null,
  });
}

/** What a transaction in this phase adds to the merchant's money, in cents. */
export function netCents(phase: Phase, givesBack: boolean, cents: number | undefined): number {
  if (cents === undefined || !collecting.includes(phase)) return 0;
  return givesBack ? -cents : cents;
}

/** Its money is collected, or will be when its batch closes. */
const collecting: readonly Phase[] = ["pending", "closing", "submitted", "settled", "posted"];

const outcomeOfCode = (code: string | undefined): IndexedTransactionRow["outcome"] =>
  Object.hasOwn(outcomeOfResult, code ?? "")
    ? outcomeOfResult[code as keyof typeof outcomeOfResult] // just checked
    : "approved";

/** When a payment was made, epoch ms; the time of the reading where the gateway doesn't say. */
export const createdAtOf = (detail: TransactionDetail, readAt: number, clock: BusinessClock): number =>
  readMoment(clock.timeZone, detail.created) ?? readAt;

/** Who paid: the person or company of the billing address, else the holder of the card or account. */
function customerOf({ billing_address: address, creditcard, check }: TransactionDetail): string | null {
  const name = [address?.first_name ?? address?.firstname, address?.last_name ?? address?.lastname];
  // Each half of a number passes for a name.
  const person = maskCardNumbers(name.filter(Boolean).join(" "));
  return person || address?.company || creditcard?.cardholder || check?.accountholder || null;
}

const part = (amount: string | undefined) => (amount === undefined ? null : toCents(amount));
