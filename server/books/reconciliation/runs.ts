import type { Kysely } from "kysely";
import { listChanges } from "#lib/reconciliation/changes.ts";
import type { BatchReconciliation, Figures, Run } from "#lib/reconciliation/reconciliation.ts";
import { isReady, type ReconciliationState } from "#lib/reconciliation/states.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { ReconciliationRow } from "#server/db/tables/books/reconciliations.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import type { ClaimedRows } from "./compare-batch.ts";
import { checkRun, macOfRun } from "./run-mac.ts";

/** The runs of a batch's reconciliation in the store: what was compared last, and what was signed. */

type State = ReconciliationRow["state"];
type Found = { hash: string; figures: Figures; state: Exclude<State, "signed"> };

/**
 * Notes what was just compared: in the open run, or, where the last one was signed with another result, in a new one that
 * supersedes it. Returns all runs of the batch, the newest first.
 */
export async function saveRun(batchKey: string, found: Found, now: number): Promise<ReconciliationRow[]> {
  const [last] = await listRuns(batchKey);
  if (!last) await openRun(db(), batchKey, 1, found, now);
  else if (last.signed_at === null)
    await db()
      .updateTable("reconciliations")
      .set({ ...toColumns(found), checked_at: now })
      .where("batch_key", "=", batchKey)
      .where("number", "=", last.number)
      .where("signed_at", "is", null)
      .execute();
  else if (last.hash === found.hash)
    await db()
      .updateTable("reconciliations")
      .set({ checked_at: now })
      .where("batch_key", "=", batchKey)
      .where("number", "=", last.number)
      .execute();
  else
    await db()
      .transaction()
      .execute(async (store) => {
        const superseded = await store
          .updateTable("reconciliations")
          .set({ superseded_at: now })
          .where("batch_key", "=", batchKey)
          .where("number", "=", last.number)
          .where("superseded_at", "is", null)
          .executeTakeFirst();
        await openRun(store, batchKey, last.number + 1, found, now);
        // Of two processes, one supersedes it.
        if (superseded.numUpdatedRows === 1n)
          await record(store, {
            name: "reconciliation.superseded",
            by: "console",
            subject: batchKey,
            fields: { hash: found.hash },
          });
      });
  return listRuns(batchKey);
}

/** Another process may have been faster. */
async function openRun(
  store: Kysely<Database>,
  batchKey: string,
  number: number,
  found: Found,
  now: number,
): Promise<void> {
  await store
    .insertInto("reconciliations")
    .values({ batch_key: batchKey, number, ...toColumns(found), opened_at: now, checked_at: now })
    .onConflict((conflict) => conflict.columns(["batch_key", "number"]).doNothing())
    .execute();
}

const toColumns = ({ hash, figures, state }: Found) => ({ hash, figures: JSON.stringify(figures), state });

export type SignOutcome =
  | { kind: "signed" }
  /** Another person, or another result than the one that was shown. */
  | { kind: "changed" }
  | { kind: "claimed"; batchKey: string };

/**
 * Signs a run: figures, hash, name and claims in one commit, and only while the run is unsigned and has the hash that the
 * person saw.
 */
export async function signRun(
  { batchKey, number, hash, figures }: { batchKey: string; number: number; hash: string; figures: Figures },
  claimed: ClaimedRows,
  { user, note, now }: { user: Actor; note: string; now: number },
): Promise<SignOutcome> {
  const signature = {
    figures: JSON.stringify(figures),
    signed_by: user.id,
    signed_name: user.name,
    signed_at: now,
    note,
  };
  const mac = await macOfRun({ batch_key: batchKey, number, hash, ...signature });
  return db()
    .transaction()
    .execute(async (store): Promise<SignOutcome> => {
      const signed = await store
        .updateTable("reconciliations")
        .set({ state: "signed", ...signature, seal: mac, checked_at: now })
        .where("batch_key", "=", batchKey)
        .where("number", "=", number)
        .where("hash", "=", hash)
        .where("signed_at", "is", null)
        .where("state", "in", readyStates)
        .executeTakeFirst();
      if (signed.numUpdatedRows === 0n) return { kind: "changed" };
      await claim(store, batchKey, claimed);
      await record(store, { name: "reconciliation.signed", by: user, subject: batchKey, fields: { hash } });
      return { kind: "signed" };
    })
    .catch((error: unknown) => {
      if (error instanceof RunTakenError) return { kind: "claimed" as const, batchKey: error.batchKey };
      throw error;
    });
}

const readyStates = (["explained", "reconciled"] as const).filter(isReady);

/** Undoes the commit that it is thrown in. */
class RunTakenError extends Error {
  readonly batchKey: string;
  constructor(batchKey: string) {
    super("Another batch has one of these payments.");
    this.batchKey = batchKey;
  }
}

async function claim(store: Kysely<Database>, batchKey: string, { keys, attemptIds }: ClaimedRows) {
  await store.deleteFrom("reconciliation_claims").where("batch_key", "=", batchKey).execute();
  const rows = [...keys.map((key) => `transaction ${key}`), ...attemptIds.map((id) => `attempt ${id}`)];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce);
    const columns = { row_id: "text", batch_key: "text" } as const;
    await insertMany(
      store,
      "reconciliation_claims",
      columns,
      part.map((id) => [id, batchKey]),
      "on conflict do nothing",
    );
    const other = await store
      .selectFrom("reconciliation_claims")
      .select("batch_key")
      .where("row_id", "in", part)
      .where("batch_key", "!=", batchKey)
      .executeTakeFirst();
    if (other) throw new RunTakenError(other.batch_key);
  }
}

const rowsAtOnce = 1000;

/** The newest first. */
function listRuns(batchKey: string): Promise<ReconciliationRow[]> {
  return db()
    .selectFrom("reconciliations")
    .selectAll()
    .where("batch_key", "=", batchKey)
    .orderBy("number", "desc")
    .execute();
}

/** The state of each of these batches, as it was compared last. */
export async function readStates(batchKeys: readonly string[]): Promise<Record<string, ReconciliationState>> {
  if (batchKeys.length === 0) return {};
  const rows = await db()
    .selectFrom("reconciliations")
    .select(["batch_key", "state"])
    .where("batch_key", "in", batchKeys)
    .orderBy("number")
    .execute();
  return Object.fromEntries(rows.map(({ batch_key, state }) => [batch_key, state]));
}

const toRun = (row: ReconciliationRow): Run => ({
  number: row.number,
  hash: row.hash,
  openedAt: row.opened_at,
  checkedAt: row.checked_at,
  ...(row.signed_at !== null && {
    signature: { by: row.signed_name ?? "", at: row.signed_at, note: row.note ?? "" },
  }),
  ...(row.superseded_at !== null && { supersededAt: row.superseded_at }),
});

/** A run with whether it is as it was signed. */
export async function toCheckedRun(row: ReconciliationRow): Promise<Run> {
  const integrity = await checkRun(row);
  return { ...toRun(row), ...(integrity && { integrity }) };
}

/** Earlier runs that were signed, with what is different in the run after each. */
export async function toSuperseded(
  runs: readonly ReconciliationRow[],
): Promise<BatchReconciliation["superseded"]> {
  const [, ...earlier] = runs;
  return Promise.all(
    earlier
      .filter(({ signed_at }) => signed_at !== null)
      .map(async (row) => {
        const next = runs.find(({ number }) => number === row.number + 1) ?? row;
        const changes = listChanges(JSON.parse(row.figures), JSON.parse(next.figures));
        return { ...(await toCheckedRun(row)), changes };
      }),
  );
}
