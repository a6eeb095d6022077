import type { Kysely, Transaction } from "kysely";
import { type ChargeStop, siblingMs } from "#lib/charge-stop.ts";
import { type CommandName, commands, takesMoney } from "#lib/gateway/commands.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import {
  type AttemptRow,
  insertPrepared,
  isUnsettled,
  type NewAttempt,
  toAttempt,
  tookEffect,
  unsettledStates,
  writePrepared,
} from "./store.ts";

/** What a command that takes money must not collide with, and what a person has already confirmed. */
export type Guard = {
  /** Approved payments of the same card and amount that the clerk has seen. */
  confirmedSiblings: readonly string[];
  /** The unknown attempt that a manager lets this payment pass. */
  override?: string | undefined;
  /** Epoch ms: approved payments since then are asked about, and never fewer than those of the last minutes. */
  since?: number | undefined;
  /** It is already known to be a second payment, with a reason. */
  isSecond: boolean;
};

/**
 * Writes a payment down unless the same card and amount is unsettled or was approved a moment ago. Of two desks in one
 * moment one gets in: the row is written first and looks at the others after, so that neither can miss the other.
 */
export async function insertGuarded(
  row: NewAttempt,
  text: string,
  guard: Guard,
): Promise<ChargeStop | undefined> {
  const { fingerprint, amount_cents } = row;
  // Cash has nothing that tells one customer from the next.
  if (fingerprint === null || amount_cents === null) {
    await insertPrepared(row, text);
    return undefined;
  }
  const { id, command, original_key } = row;
  const since = Math.min(guard.since ?? Number.POSITIVE_INFINITY, Date.now() - siblingMs);
  const same = { id, command, original_key, fingerprint, amount_cents, since };
  for (let tries = 1; ; tries += 1) {
    try {
      await db()
        .transaction()
        .execute(async (store) => {
          if (guard.override) await yieldHold(store, same, guard.override);
          await writePrepared(store, row, text, 1);
          const stop = await findStop(store, same, guard);
          if (stop) throw new Stopped(stop);
        });
      return undefined;
    } catch (error) {
      if (error instanceof Stopped) return error.stop;
      // The index let another one in. It may have been settled since: then this one has its turn.
      const twin = (await isWritten(row.id)) ? undefined : (await findAlike(db(), same)).find(isUnsettled);
      if (twin) return { kind: "held", twin: toAttempt(twin, []) };
      if (tries === mostTries) throw error;
    }
  }
}

const mostTries = 3;

/** Undoes the writing: a stop leaves no trace. */
class Stopped extends Error {
  readonly stop: ChargeStop;

  constructor(stop: ChargeStop) {
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

// Undoing the void of a sale takes money too; of a refund it has no fingerprint.
const charging = (Object.keys(commands) as CommandName[]).filter(
  (name) => takesMoney(name) || name === "unvoid",
);

/** The manager's payment takes the place of the unknown one, which stays unknown. */
async function yieldHold(store: Transaction<Database>, same: Same, twin: string): Promise<void> {
  await store
    .updateTable("attempts")
    .set({ held: 0 })
    .where("id", "=", twin)
    .where("state", "=", "unknown")
    .where("fingerprint", "=", same.fingerprint)
    .where("amount_cents", "=", same.amount_cents)
    .execute();
}

async function findStop(
  store: Transaction<Database>,
  same: Same,
  { override, confirmedSiblings, isSecond }: Guard,
): Promise<ChargeStop | undefined> {
  const alike = await findAlike(store, same);
  const twin = alike.find(isUnsettled);
  // Only an unknown one can be passed: what is being sent this moment has its answer soon.
  if (twin && !(twin.id === override && twin.state === "unknown"))
    return { kind: "held", twin: toAttempt(twin, []) };
  if (isSecond) return undefined;
  const siblings = withoutOwnParts(
    alike.filter((row) => !isUnsettled(row) && tookEffect(row)),
    same,
  );
  if (siblings.every(({ id }) => confirmedSiblings.includes(id))) return undefined;
  return { kind: "needs-confirmation", siblings: siblings.map((sibling) => toAttempt(sibling, [])) };
}

/**
 * A payment, its capture and the undoing of its void are one payment: none is a duplicate of the other, and only one is
 * listed.
 */
function withoutOwnParts(siblings: readonly AttemptRow[], { command, original_key }: Same): AttemptRow[] {
  const others = isPart(command)
    ? siblings.filter((row) => row.transaction_key !== original_key && paymentOf(row) !== original_key)
    : siblings;
  return others.filter(
    (row, place) =>
      !isPart(row.command) ||
      !others.some(
        (other, otherPlace) =>
          other !== row &&
          paymentOf(other) === paymentOf(row) &&
          (!isPart(other.command) || otherPlace < place),
      ),
  );
}

const isPart = (command: CommandName) =>
  command === "unvoid" || commands[command].event === "transaction.sale.captured";

const paymentOf = ({ command, original_key, transaction_key }: AttemptRow) =>
  isPart(command) ? original_key : transaction_key;

/**
 * The other payments of the same card and amount, the newest first: those that are unsettled, and those that were
 * settled in the last minutes, however long ago they were sent.
 */
function findAlike(
  store: Kysely<Database>,
  { id, fingerprint, amount_cents, since }: Same,
): Promise<AttemptRow[]> {
  return store
    .selectFrom("attempts")
    .selectAll()
    .where("fingerprint", "=", fingerprint)
    .where("amount_cents", "=", amount_cents)
    .where("command", "in", charging)
    .where("id", "!=", id)
    .where(({ or, and, eb }) =>
      or([
        eb("state", "in", unsettledStates),
        and([eb("state", "in", ["answered", "resolved"]), eb("settled_at", ">=", since)]),
      ]),
    )
    .orderBy("prepared_at", "desc")
    .execute();
}

async function isWritten(id: string): Promise<boolean> {
  const row = await db().selectFrom("attempts").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
