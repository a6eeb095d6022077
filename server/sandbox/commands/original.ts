import { type CommandName, commands } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { type Facts, type State, stateOf } from "../rules/state.ts";
import { type Step, stepRefusal } from "../rules/steps.ts";
import { findBatchById, findBatchesById, holdBatch } from "../store/batches.ts";
import { findWhole } from "../store/find-whole.ts";
import type { Db } from "../store/store.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import type { TransactionDetails } from "../store/transaction-details.ts";
import { findTransaction, sumRefunds, sumRefundsOf } from "../store/transactions.ts";

/** A transaction with all that decides what may be done to it. */
export type Standing = {
  row: TransactionRow;
  batch: BatchReference | undefined;
  state: State;
  /** Cents of the refunds that stand against it. */
  refunded: number;
};

type Reference = { trankey?: string | undefined; refnum?: string | undefined };

/** The transaction a command acts on, held until the command is done. Throws when there is none or the command is not for its tender. */
export async function requireOriginal(call: Call, command: CommandName, named: Reference): Promise<Standing> {
  const row = await findTransaction(call.db, named.trankey || named.refnum || "", { hold: true });
  if (!row) throw new OutcomeRefusal("originalNotFound");
  if (!(commands[command].tenders as readonly string[]).includes(row.tender))
    throw new OutcomeRefusal("unsupportedType");
  const batch = row.batch_id === null ? undefined : await holdBatch(call.db, row.batch_id);
  return await standingOf(call.db, row, batch, call.now);
}

/** The same for reading only. */
export async function readStanding(db: Db, row: TransactionRow, now: number): Promise<Standing> {
  return await standingOf(
    db,
    row,
    row.batch_id === null ? undefined : await findBatchById(db, row.batch_id),
    now,
  );
}

/** The same for a page of rows, in as many queries as for two. */
export async function readStandings(
  db: Db,
  rows: readonly TransactionRow[],
  now: number,
): Promise<Standing[]> {
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

/** The same for the transaction of a key or a refnum; undefined when there is none. */
export async function findStanding(db: Db, keyOrRefnum: string, now: number): Promise<Standing | undefined> {
  const found = await findWhole(db, keyOrRefnum);
  return found && { ...found, state: stateIn(found.row, found.batch, now) };
}

/** Throws the outcome with which a step is refused in the state the original is in. */
export function requireStep(step: Step, { state }: Standing): void {
  const refusal = stepRefusal(step, state);
  if (refusal) throw new OutcomeRefusal(refusal);
}

export async function standingOf(
  db: Db,
  row: TransactionRow,
  batch: BatchReference | undefined,
  now: number,
): Promise<Standing> {
  const refunded = canHaveRefunds(row) ? await sumRefunds(db, row.id) : 0;
  return { row, batch, state: stateIn(row, batch, now), refunded };
}

/** Where a transaction stands at a moment. */
export function stateIn(
  row: Omit<Facts, "batchStatus" | "expiresAt" | "now"> & { details: Pick<TransactionDetails, "expires_at"> },
  batch: Pick<BatchReference, "status"> | undefined,
  now: number,
): State {
  // Named one by one: a copy of the whole row would cost more than the answer.
  const { tender, result_code, trantype_code, status_code } = row;
  const expiresAt = row.details.expires_at;
  return stateOf({
    tender,
    result_code,
    trantype_code,
    status_code,
    batchStatus: batch?.status,
    expiresAt,
    now,
  });
}

const canHaveRefunds = ({ trantype_code }: TransactionRow) => trantype_code === "S" || trantype_code === "K";
