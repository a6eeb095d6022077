import { hash } from "node:crypto";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { DUPLICATE_WINDOW_MS, duplicateKind } from "../rules/duplicate.ts";
import { findBatchById } from "../store/batches.ts";
import { findDuplicate } from "../store/duplicates.ts";
import type { TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import type { CommandResult } from "./handler.ts";
import { tokenize } from "./save-card.ts";

/** The parts of a payment that the duplicate check compares. */
type Comparable = {
  command: CommandName;
  /** Cents asked for. */
  cents: number;
  details: TransactionDetails;
  /** Returns the whole request; absent for commands that are never duplicates and with `ignore_duplicate`. */
  repeatable?: (() => unknown) | undefined;
};

/** Equal for payments that are duplicates of each other; null when this one cannot be a duplicate. */
export function kindOf(call: Call, payment: Comparable, fingerprint: string): string | null {
  if (payment.repeatable === undefined) return null;
  const { duplicates } = call.source.settings;
  const kind = duplicateKind(duplicates, {
    sourceId: call.source.id,
    command: payment.command,
    fingerprint,
    cents: payment.cents,
    orderid: payment.details.orderid,
    invoice: payment.details.invoice,
    everything: duplicates === "all" ? payment.repeatable() : undefined,
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

/** The payment of this kind within the window. A repeated sale is never a duplicate of its own original. */
export function findRepeated(call: Call, kind: string | null, original: { id: number } | undefined) {
  return kind === null
    ? undefined
    : findDuplicate(call.db, kind, call.now - DUPLICATE_WINDOW_MS, original?.id);
}

/** Answers with the earlier payment. Nothing is charged, but a card with `save_card` is saved. */
export async function answerDuplicate(
  call: Call,
  earlier: TransactionRow,
  cardToSave?: Parameters<typeof tokenize>[1] | undefined,
): Promise<CommandResult> {
  const batch = earlier.batch_id === null ? undefined : await findBatchById(call.db, earlier.batch_id);
  const savedcard = cardToSave ? await tokenize(call, cardToSave) : earlier.details.savedcard;
  return { row: { ...earlier, details: { ...earlier.details, savedcard } }, batch, duplicate: true };
}
