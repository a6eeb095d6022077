import type { OutcomeErrorName } from "#lib/gateway/codes/outcome-codes.ts";
import { type Action, type CommandName, commandRow } from "#lib/gateway/commands.ts";
import { type TransactionState, toState } from "#lib/gateway/transaction-phase.ts";
import { refusalOf } from "#lib/gateway/transaction-state.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { findBatchById, findBatchesById, lockBatch } from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import {
  findTransaction,
  findTransactionsById,
  findWhole,
  lockTransactionById,
  sumRefunds,
  sumRefundsOf,
} from "../store/transactions.ts";

/** A transaction with everything that decides which actions are allowed. */
export type TransactionSnapshot = {
  row: TransactionRow;
  batch: BatchReference | undefined;
  state: TransactionState;
  /** Cents of the refunds that count against it. */
  refunded: number;
  /** The payment that a voided refund counts against; undefined for all else. */
  original?: TransactionSnapshot | undefined;
};

type Reference = { trankey?: string | undefined; refnum?: string | undefined };

/** The transaction a command acts on, locked until the end of the transaction. Throws when it is missing or has the wrong tender. */
export async function requireOriginal(
  call: Call,
  command: CommandName,
  named: Reference,
  { checkRefusal = "unsupportedType" }: { checkRefusal?: OutcomeErrorName } = {},
): Promise<TransactionSnapshot> {
  const row = await findTransaction(call.db, named.trankey || named.refnum || "", { lock: true });
  if (!row) throw new OutcomeRefusalError("originalNotFound");
  if (!commandRow(command).tenders.includes(row.tender))
    throw new OutcomeRefusalError(row.tender === "check" ? checkRefusal : "unsupportedType");
  const batch = row.batch_id === null ? undefined : await lockBatch(call.db, row.batch_id);
  return await snapshotOf(call.db, row, batch, call.now);
}

/**
 * The payment that a refund counts against, locked before the refund itself, as its other commands lock it. Undefined for
 * all that isn't a connected refund.
 */
export async function lockRefundedPayment(
  call: Call,
  named: Reference,
): Promise<TransactionSnapshot | undefined> {
  const refund = await findTransaction(call.db, named.trankey || named.refnum || "");
  if (!refund?.connected || refund.original_id === null) return undefined;
  const row = await lockTransactionById(call.db, refund.original_id);
  if (!row) return undefined;
  const batch = row.batch_id === null ? undefined : await findBatchById(call.db, row.batch_id);
  return await snapshotOf(call.db, row, batch, call.now);
}

/** The snapshots of a page of rows, read without locks. */
export async function readSnapshots(
  db: Db,
  rows: readonly TransactionRow[],
  now: number,
): Promise<TransactionSnapshot[]> {
  if (rows.length === 0) return [];
  const batches = await findBatchesById(db, new Set(rows.flatMap(({ batch_id }) => batch_id ?? [])));
  const originals = await readOriginals(db, rows, now);
  const refunds = await sumRefundsOf(
    db,
    rows.filter(canHaveRefunds).map(({ id }) => id),
  );
  return rows.map((row) => {
    const batch = row.batch_id === null ? undefined : batches.get(row.batch_id);
    return {
      row,
      batch,
      state: stateIn(row, batch, now),
      refunded: refunds.get(row.id) ?? 0,
      original: originals.get(row.id),
    };
  });
}

/** The payments that the voided refunds among these rows count against, by the number of the refund. */
async function readOriginals(
  db: Db,
  rows: readonly TransactionRow[],
  now: number,
): Promise<Map<number, TransactionSnapshot>> {
  const numbers = new Map(
    rows.flatMap(({ id, original_id, connected, trantype_code }) =>
      connected && trantype_code === "Z" && original_id !== null ? [[id, original_id] as const] : [],
    ),
  );
  if (numbers.size === 0) return new Map();
  const payments = await readSnapshots(db, await findTransactionsById(db, new Set(numbers.values())), now);
  const byNumber = new Map(payments.map((payment) => [payment.row.id, payment]));
  return new Map(
    [...numbers].flatMap(([id, original]) => {
      const payment = byNumber.get(original);
      return payment ? [[id, payment] as const] : [];
    }),
  );
}

/** A transaction's snapshot by its key or refnum; undefined when not found. */
export async function findSnapshot(
  db: Db,
  keyOrRefnum: string,
  now: number,
): Promise<TransactionSnapshot | undefined> {
  const found = await findWhole(db, keyOrRefnum);
  if (!found) return undefined;
  const originals = await readOriginals(db, [found.row], now);
  return { ...found, state: stateIn(found.row, found.batch, now), original: originals.get(found.row.id) };
}

/** Throws the contract's outcome when an action is not allowed in the original's current state. */
export function requireAllowed(action: Action, original: TransactionSnapshot): void {
  const refusal = refusalOf(action, original);
  if (refusal) throw new OutcomeRefusalError(refusal);
}

async function snapshotOf(
  db: Db,
  row: TransactionRow,
  batch: BatchReference | undefined,
  now: number,
): Promise<TransactionSnapshot> {
  const refunded = canHaveRefunds(row) ? await sumRefunds(db, row.id) : 0;
  return { row, batch, state: stateIn(row, batch, now), refunded };
}

/** The state of a transaction at `now` (epoch ms). */
export function stateIn(
  row: Pick<TransactionRow, "tender" | "result_code" | "trantype_code" | "status_code"> & {
    details: Pick<TransactionDetails, "expires_at">;
  },
  batch: Pick<BatchReference, "status"> | undefined,
  now: number,
): TransactionState {
  return toState(row, { batchStatus: batch?.status, expiresAt: row.details.expires_at, now });
}

const canHaveRefunds = ({ trantype_code }: TransactionRow) => trantype_code === "S" || trantype_code === "K";
