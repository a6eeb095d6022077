import { isDeepStrictEqual } from "node:util";
import type { Approval, KnownPayment, Review, ReviewToApprove } from "#lib/bulk/approval.ts";
import type { FileEdits } from "#lib/bulk/file/file-plan.ts";
import { digestEdits } from "#lib/bulk/file/sent-rows.ts";
import { paymentName } from "#lib/bulk/payment-name.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import { db } from "#server/db/db.ts";
import { listByTransaction } from "#server/payments/attempts/attempt-queries.ts";
import { currencyOf } from "#server/payments/attempts/attempt-row.ts";
import { keyedDigest, keyedDigests } from "#server/payments/card-data/secrets.ts";
import { type BulkFileRow, findFileRow } from "./files.ts";
import { nodeSha256 } from "./upload/row-stream.ts";

/**
 * What was approved of a file. The rows are kept as digests under the server's key: from a plain digest of a short file
 * its card and account numbers could be guessed.
 */

export type StoredApproval = Pick<BulkFileRow, "rows_digest" | "edits_digest" | "review">;

export async function toStored({ rowsDigest, editsDigest, review }: Approval): Promise<StoredApproval> {
  return {
    rows_digest: await keyedDigest("bulk approval", rowsDigest),
    edits_digest: await keyedDigest("bulk approval", editsDigest),
    review: JSON.stringify(review),
  };
}

/** Whether these are the fixes and excluded rows that were approved. Needs no row of the file. */
export async function areEditsApproved(row: StoredApproval, edits: FileEdits): Promise<boolean> {
  const digest = await digestEdits(edits, nodeSha256);
  return isKept(row.edits_digest, digest);
}

/** Whether exactly this was approved: the rows, the fixes, and everything that the approver was shown. */
export async function isApproved(row: StoredApproval, approval: Approval | undefined): Promise<boolean> {
  if (!approval || row.rows_digest === null || row.review === null) return false;
  return (
    (await isKept(row.rows_digest, approval.rowsDigest)) &&
    (await isKept(row.edits_digest, approval.editsDigest)) &&
    isDeepStrictEqual(JSON.parse(row.review), JSON.parse(JSON.stringify(approval.review)))
  );
}

/** Also after a change of the data key, while the old one is given. */
async function isKept(kept: string | null, digest: string): Promise<boolean> {
  return kept !== null && (await keyedDigests("bulk approval", digest)).includes(kept);
}

/** The fixes and payouts of a file, for the person who approves it; undefined for a file of an older version. */
export async function findReview(id: string): Promise<ReviewToApprove | undefined> {
  const row = await findFileRow(id);
  if (!row?.review) return undefined;
  // Written by `toStored`.
  const { edits, payouts }: Review = JSON.parse(row.review);
  const currencies = await findCurrencies(payouts.flatMap(({ original }) => original ?? []));
  const payments: Record<string, KnownPayment> = JSON.parse(row.payments ?? "{}");
  const reviewed = payouts.map((payout) => {
    const name = paymentName(payout.original);
    const payment = payments[name];
    const currency = currencies.get(name) ?? payment?.currency;
    return { ...payout, ...(payment && { payment }), ...(currency && { currency }) };
  });
  return { edits, payouts: reviewed };
}

/** The currencies of payments other than the merchant's own, by key and reference number. Costs no request. */
async function findCurrencies(originals: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const names = [...new Set(originals.map(paymentName))];
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const some = names.slice(start, start + namesAtOnce);
    const cached = await db()
      .selectFrom("cached_transactions")
      .select(["key", "refnum", "currency"])
      .where((eb) => eb.or([eb("key", "in", some), eb("refnum", "in", some)]))
      .execute();
    const taken = (await listByTransaction(some)).map((row) => ({
      key: row.transaction_key,
      refnum: null,
      currency: currencyOf(row).currency,
    }));
    for (const { key, refnum, currency } of [...taken, ...cached])
      if (currency && !isOwnCurrency(currency))
        for (const name of [key, refnum]) if (name) found.set(paymentName(name), currency);
  }
  return found;
}

const namesAtOnce = 200;
