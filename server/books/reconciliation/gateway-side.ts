import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { otherCurrency } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { brandOf, phaseOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import type { GatewayEntry } from "#lib/reconciliation/entries.ts";
import { readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { referencesIn } from "#server/payments/attempts/reference.ts";
import { lastFourOf } from "../cards/last-four.ts";
import { type ShareText, shareTexts } from "./journal-step.ts";
import { ahead } from "./read-ahead.ts";

/** The transactions of a batch as far as they are read, oldest first. One without an amount counts as 0. */
export async function listGatewaySide(batchKey: string, timeZone: string): Promise<GatewayEntry[]> {
  const entries: GatewayEntry[] = [];
  const share = shareTexts();
  for await (const rows of ahead(await partsOf(batchKey), readPart)) {
    for (const { key, detail } of rows) entries.push(toEntry(key, JSON.parse(detail), timeZone, share));
    // What is left of a query keeps its rows until a full garbage collection: emptied, their texts are freed at once.
    rows.length = 0;
  }
  return entries;
}

type Part = { batchKey: string; from: number; until: number };

/** By place in the batch, with an end: right after many payments, PostgreSQL would read the whole rest of the batch for each part. */
async function partsOf(batchKey: string): Promise<Part[]> {
  const { last } = await db()
    .selectFrom("cached_transactions")
    .select(({ fn }) => fn.max("ordinal").as("last"))
    .where("batch_key", "=", batchKey)
    .executeTakeFirstOrThrow();
  return Array.from({ length: Math.ceil((last ?? 0) / partSize) }, (_, place) => {
    const from = 1 + place * partSize;
    return { batchKey, from, until: from + partSize };
  });
}

const partSize = 500;

const readPart = ({ batchKey, from, until }: Part) =>
  db()
    .selectFrom("cached_transactions")
    .select(["key", "detail"])
    .where("batch_key", "=", batchKey)
    .where("ordinal", ">=", from)
    .where("ordinal", "<", until)
    .orderBy("ordinal")
    .execute();

function toEntry(key: string, detail: TransactionDetail, timeZone: string, share: ShareText): GatewayEntry {
  const { refnum, authcode, created } = detail;
  const currency = otherCurrency(detail.currency);
  const { source_name: source } = detail;
  // A program, such as a web store, is no clerk that can be searched for.
  const taker = detail.clerk || (source && t("Source: {source}", { source }));
  return {
    key,
    refnum: refnum || undefined,
    references: referencesIn(detail),
    kind: kindOf(detail),
    cents: amountOf(detail) ?? 0,
    tender: tenderOf(detail),
    brand: brandOf(detail),
    lastFour: share(lastFourOf(detail.creditcard?.number) ?? undefined),
    authcode: authcode || undefined,
    at: readMoment(timeZone, created) ?? 0,
    ...(currency !== undefined && { currency }),
    ...(phaseOf(detail) === "returned" && { isReturned: true }),
    ...(taker && { clerk: share(taker) }),
  };
}
