import { hash } from "node:crypto";
import type { CommandName } from "#lib/gateway/commands.ts";
import { lockName } from "#server/sql/lock.ts";
import type { Call } from "../context.ts";
import { DUPLICATE_WINDOW_MS, duplicateKey } from "../rules/duplicate.ts";
import { findBatchById } from "../store/batches.ts";
import { findDuplicate } from "../store/duplicates.ts";
import type { TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import type { CommandResult } from "./handler.ts";

/** The parts of a payment that the duplicate check compares. */
type Comparable = {
  command: CommandName;
  /** Cents asked for. */
  cents: number;
  details: TransactionDetails;
  original?: { id: number } | undefined;
  /** Returns the whole request; absent for commands that are never duplicates. */
  wholeRequest?: (() => unknown) | undefined;
};

/** Equal for payments that are duplicates of each other; null when this one cannot be a duplicate. */
export function duplicateKeyOf(call: Call, payment: Comparable, fingerprint: string): string | null {
  if (payment.wholeRequest === undefined) return null;
  const { duplicates } = call.source.settings;
  const kind = duplicateKey(duplicates, {
    sourceId: call.source.id,
    command: payment.command,
    fingerprint,
    cents: payment.cents,
    currency: payment.details.currency,
    orderid: payment.details.orderid,
    invoice: payment.details.invoice,
    originalId: payment.original?.id,
    everything: duplicates === "all" ? payment.wholeRequest() : undefined,
  });
  if (kind === undefined) return null;
  // An unkeyed digest is enough, since it contains the card only as a keyed fingerprint.
  const digest = hash("sha256", kind, "base64url").slice(0, DIGEST_LENGTH);
  // Shops number their orders in sequence, so payments that follow each other share a page of the index.
  return duplicates === "card-amount" ? digest : orderPrefix(payment.details.orderid) + digest;
}

/** 128 bits. */
const DIGEST_LENGTH = 22;

/** Equal for equal order ids. Without control characters, which PostgreSQL does not accept in a text. */
const orderPrefix = (orderid = "") => orderid.slice(0, ORDER_LENGTH).replaceAll(/\p{Cc}/gu, "");

const ORDER_LENGTH = 24;

/**
 * The payment of this kind within the window. With `ignore_duplicate` none is looked for, but an equal payment without it waits
 * for the end of this one.
 */
export async function findRepeated(
  call: Call,
  kind: string | null,
  { ignoreDuplicate }: { ignoreDuplicate?: boolean | undefined },
): Promise<TransactionRow | undefined> {
  if (kind === null) return undefined;
  if (!ignoreDuplicate) return await findDuplicate(call.db, kind, call.now - DUPLICATE_WINDOW_MS);
  await lockName(call.db, kind, "shared");
  return undefined;
}

/** Answers with the earlier payment. Nothing is charged. */
export async function answerDuplicate(call: Call, earlier: TransactionRow): Promise<CommandResult> {
  const batch = earlier.batch_id === null ? undefined : await findBatchById(call.db, earlier.batch_id);
  return { row: earlier, batch, isDuplicate: true };
}
