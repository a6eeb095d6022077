import { type Action, type CommandName, commandRow } from "#lib/gateway/commands.ts";
import { type TransactionState, toState } from "#lib/gateway/transaction-phase.ts";
import { refusalOf } from "#lib/gateway/transaction-state.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { findBatchById, findBatchesById, lockBatch } from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import { findTransaction, findWhole, sumRefunds, sumRefundsOf } from "../store/transactions.ts";

/** A transaction with everything that decides which actions are allowed. */
export type TransactionSnapshot = {
  row: TransactionRow;
  batch: BatchReference | undefined;
  state: TransactionState;
  /** Cents of the refunds that count against it. */
  refunded: number;
};

type Reference = { trankey?: string | undefined; refnum?: string | undefined };

/** The transaction a command acts on, locked until the end of the transaction. Throws when it is missing or has the wrong tender. */
export async function requireOriginal(
  call: Call,
  command: CommandName,
  named: Reference,
): Promise<TransactionSnapshot> {
  const row = await findTransaction(call.db, named.trankey || named.refnum || "", { lock: true });
  if (!row) throw new OutcomeRefusal("originalNotFound");
  if (!commandRow(command).tenders.includes(row.tender)) throw new OutcomeRefusal("unsupportedType");
  const batch = row.batch_id === null ? undefined : await lockBatch(call.db, row.batch_id);
  return await snapshotOf(call.db, row, batch, call.now);
}

/** The same for reading only. */
export async function readSnapshot(db: Db, row: TransactionRow, now: number): Promise<TransactionSnapshot> {
  return await snapshotOf(
    db,
    row,
    row.batch_id === null ? undefined : await findBatchById(db, row.batch_id),
    now,
  );
}

/** The same for a page of rows, in three queries. */
export async function readSnapshots(
  db: Db,
  rows: readonly TransactionRow[],
  now: number,
): Promise<TransactionSnapshot[]> {
  const batches = await findBatchesById(db, new Set(rows.flatMap(({ batch_id }) => batch_id ?? [])));
  const refunds = await sumRefundsOf(
    db,
    rows.filter(canHaveRefunds).map(({ id }) => id),
  );
  return rows.map((row) => {
    const batch = row.batch_id === null ? undefined : batches.get(row.batch_id);
    return { row, batch, state: stateIn(row, batch, now), refunded: refunds.get(row.id) ?? 0 };
  });
}

/** The same by key or refnum; undefined when not found. */
export async function findSnapshot(
  db: Db,
  keyOrRefnum: string,
  now: number,
): Promise<TransactionSnapshot | undefined> {
  const found = await findWhole(db, keyOrRefnum);
  return found && { ...found, state: stateIn(found.row, found.batch, now) };
}

/** Throws the contract's outcome when an action is not allowed in the original's current state. */
export function requireAllowed(action: Action, original: TransactionSnapshot): void {
  const refusal = refusalOf(action, original);
  if (refusal) throw new OutcomeRefusal(refusal);
}

export async function snapshotOf(
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
