import type { Kysely, Transaction } from "kysely";
import { type ChargeStop, possibleDuplicateMs } from "#lib/charge/stop.ts";
import {
  commandNames,
  givesMoneyBack,
  isNewCredit,
  isPartOfPayment,
  restoresPayment,
  takesMoney,
} from "#lib/gateway/commands.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { NotRecordedError, recordWithin } from "./approvals/within-limits.ts";
import { hasNoOutcome, toAttempt, tookEffect } from "./attempts/attempt-row.ts";
import {
  findRow,
  insertPrepared,
  type NewAttempt,
  stopBlocking,
  writePrepared,
} from "./attempts/attempts.ts";
import { listRecentOrWithoutOutcome, listUncertain } from "./attempts/payment-queries.ts";
import { toCurrentAttempts } from "./follow-up/current-state.ts";
import { findOverLimit, insertLimited, type Limit, type OverLimit } from "./follow-up/payment-limit.ts";
import { findVoidedHere, lockRefunds } from "./follow-up/refund-totals.ts";

/** What blocks a command that takes money or sends it back without a sale, and what a person has already confirmed. */
export type Guard = {
  /** Approved payments of the same card and amount that the clerk has seen. */
  confirmedDuplicates: readonly string[];
  /** The unknown attempt that a manager overrides for this payment. */
  override?: string | undefined;
  /** Epoch ms: approved payments since then are asked about, and never fewer than those of the last minutes. */
  since?: number | undefined;
  /** Confirmed as a second payment, with a reason. */
  skipsDuplicateCheck: boolean;
};

/**
 * Records a payment unless one with the same card and amount has no outcome or was approved minutes ago, or it leaves less of
 * its original than was given back. Of two concurrent payments one is recorded: each row is written before it is compared,
 * so that neither can miss the other.
 */
export async function insertGuarded(
  row: NewAttempt,
  text: string,
  guard: Guard,
  limit?: Limit,
): Promise<ChargeStop | OverLimit | undefined> {
  const { fingerprint, amount_cents } = row;
  // Cash has nothing to distinguish customers by.
  if (fingerprint === null || amount_cents === null) {
    const doubtful = guard.skipsDuplicateCheck ? [] : await findDoubtful(row);
    if (doubtful.some(({ id }) => !guard.confirmedDuplicates.includes(id)))
      return await toStop({ kind: "needs-confirmation", duplicates: doubtful });
    if (limit) return await insertLimited(row, text, limit);
    await insertPrepared(row, text);
    return undefined;
  }
  const { id, command, original_key } = row;
  const since = Math.min(guard.since ?? Number.POSITIVE_INFINITY, Date.now() - possibleDuplicateMs);
  const same = { id, command, original_key, fingerprint, amount_cents, since };
  for (let tries = 1; ; tries += 1) {
    try {
      await recordWithin(row, async (store) => {
        // In the order of `insertLimited`, which would wait for this row while holding the lock.
        if (limit) await lockRefunds(store);
        if (guard.override) await stopBlocking(store, guard.override, same);
        await writePrepared(store, row, text, 1);
        const stop =
          (limit && (await findOverLimit(store, id, limit))) ?? (await findStop(store, same, guard));
        if (stop) throw new PaymentStoppedError(stop);
      });
      return undefined;
    } catch (error) {
      if (error instanceof PaymentStoppedError) return toStop(error.stop);
      if (error instanceof NotRecordedError) throw error;
      // The index accepted another one. If that has been resolved since, this one is tried again.
      const blocking = (await findRow(row.id))
        ? undefined
        : (await findPossibleDuplicates(db(), same)).find(hasNoOutcome);
      if (blocking) return { kind: "blocked", blocking: toAttempt(blocking, []) };
      if (tries === maxTries) throw error;
    }
  }
}

const maxTries = 3;

/**
 * What a cash sale may be the second payment of: payments of the same amount that this person took a moment ago and that
 * have no certain outcome. Cash is often taken instead, and a person's decision about a lost answer may be wrong.
 */
async function findDoubtful({ id, command, user_id, amount_cents }: NewAttempt): Promise<AttemptRow[]> {
  if (command !== "cash:sale" || amount_cents === null) return [];
  const since = Date.now() - possibleDuplicateMs;
  const rows = await listUncertain(db(), charging, { id, user_id, amount_cents, since });
  return rows.filter((row) => hasNoOutcome(row) || toAttempt(row, []).problem?.decidedBy !== undefined);
}

type Stop =
  | OverLimit
  | { kind: "blocked"; blocking: AttemptRow }
  | { kind: "needs-confirmation"; duplicates: AttemptRow[] };

/** A stop as the browser gets it. Possible duplicates come with what became of them, such as a refund. */
async function toStop(stop: Stop): Promise<ChargeStop | OverLimit> {
  if (stop.kind === "blocked") return { kind: "blocked", blocking: toAttempt(stop.blocking, []) };
  if (stop.kind === "needs-confirmation")
    return { kind: "needs-confirmation", duplicates: await toCurrentAttempts(stop.duplicates) };
  return stop;
}

/** Rolls the transaction back: a blocked payment leaves no trace. */
class PaymentStoppedError extends Error {
  readonly stop: Stop;

  constructor(stop: Stop) {
    super("the payment was stopped");
    this.stop = stop;
  }
}

type Same = Pick<NewAttempt, "id" | "command" | "original_key"> & {
  fingerprint: string;
  amount_cents: number;
  /** Epoch ms. */
  since: number;
};

// Undoing the void of a sale takes money too. Undoing that of a refund has no fingerprint.
const charging = commandNames.filter((name) => takesMoney(name) || restoresPayment(name));
const moving = [...charging, ...commandNames.filter(isNewCredit)];

async function findStop(
  store: Transaction<Database>,
  same: Same,
  { override, confirmedDuplicates, skipsDuplicateCheck }: Guard,
): Promise<Stop | undefined> {
  const possible = await findPossibleDuplicates(store, same);
  const blocking = possible.find(hasNoOutcome);
  // Only an unknown one can be overridden: one that is being sent has its answer soon.
  if (blocking && !(blocking.id === override && blocking.state === "unknown"))
    return { kind: "blocked", blocking };
  if (skipsDuplicateCheck) return undefined;
  const duplicates = await withoutVoided(
    store,
    withoutOwnParts(
      possible.filter(
        (row) =>
          !hasNoOutcome(row) &&
          tookEffect(row) &&
          givesMoneyBack(row.command) === givesMoneyBack(same.command),
      ),
      same,
    ),
  );
  if (duplicates.every(({ id }) => confirmedDuplicates.includes(id))) return undefined;
  return { kind: "needs-confirmation", duplicates };
}

/** A payment that was voided here took no money: charging it again, as one does after a mistake, is no duplicate. */
export async function withoutVoided(
  store: Pick<Kysely<Database>, "selectFrom">,
  payments: readonly AttemptRow[],
): Promise<AttemptRow[]> {
  const voided = await findVoidedHere(
    store,
    payments.flatMap((row) => paymentOf(row) ?? []),
  );
  return payments.filter((row) => !voided.has(paymentOf(row) ?? ""));
}

/**
 * A payment, its capture and the undoing of its void are one payment: none is a duplicate of the other, and only one is
 * listed. Nor is a repeat sale one of the payment that it repeats, which the person has chosen, as at the gateway.
 */
function withoutOwnParts(duplicates: readonly AttemptRow[], { original_key }: Same): AttemptRow[] {
  const others = original_key
    ? duplicates.filter((row) => row.transaction_key !== original_key && paymentOf(row) !== original_key)
    : duplicates;
  return others.filter(
    (row, place) =>
      !isPartOfPayment(row.command) ||
      !others.some(
        (other, otherPlace) =>
          other !== row &&
          paymentOf(other) === paymentOf(row) &&
          (!isPartOfPayment(other.command) || otherPlace < place),
      ),
  );
}

const paymentOf = ({ command, original_key, transaction_key }: AttemptRow) =>
  isPartOfPayment(command) ? original_key : transaction_key;

/**
 * The other payments and new credits of the same card and amount, the newest first: those that have no outcome, and those that were
 * resolved in the last minutes, however long ago they were sent.
 */
function findPossibleDuplicates(store: Kysely<Database>, same: Same): Promise<AttemptRow[]> {
  return listRecentOrWithoutOutcome(store, moving, same.since, same);
}
