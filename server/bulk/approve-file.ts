import type { Insertable, Kysely, Transaction } from "kysely";
import { sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile, Preparation } from "#lib/bulk/file/bulk-file.ts";
import { secondPersonReason } from "#lib/bulk/second-person.ts";
import { may } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { dayIn, readMoment } from "#lib/time.ts";
import { record } from "#server/audit/record.ts";
import type { Actor, ActorWithRole } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { newReference } from "#server/payments/attempts/reference.ts";
import { keyedDigest, keyedDigests } from "#server/payments/card-data/secrets.ts";
import { isApproved, toStored } from "./approvals.ts";
import { type BulkFileRow, findFile, findFileRow, moveFile } from "./files.ts";
import { checkPayouts, payoutsIn } from "./results/payouts.ts";

/** Preparing and approving: two rights, and above a limit two people. Nothing here reaches the gateway. */

/** Records a validated file. The same id again is the same file, if its contents are the same. */
export async function prepareFile(person: Actor, checked: Preparation): Promise<Result<BulkFile>> {
  const { count, cents } = sumOfTotals(checked.totals);
  if (count !== checked.good)
    return refuse("The totals do not add up to the rows of the file. Choose the file again.");
  const { over, problem, payments, unread } = await checkPayouts(
    checked.id,
    payoutsIn(checked.approval.review),
  );
  if (problem) return refuse(`${problem} Nothing was submitted.`);
  if (over)
    return refuse(
      `${over} Nothing was submitted: correct that row in your file, then choose the file again.`,
    );
  const second = secondPersonReason({
    totals: checked.totals,
    limitCents: env().bulkSecondPersonCents,
    unreadPayments: unread,
  });
  const values = {
    id: checked.id,
    reference: newReference(),
    name: checked.name,
    size: checked.size,
    sha256: await keyedDigest("bulk file", checked.sha256),
    rows: checked.rows,
    good: checked.good,
    excluded: checked.excluded,
    fixed: checked.fixed,
    totals: JSON.stringify(checked.totals),
    cents,
    plan: JSON.stringify(checked.plan),
    state: "waiting" as const,
    prepared_by_id: person.id,
    prepared_by: person.name,
    prepared_at: Date.now(),
    second_reason: second ?? null,
    payments: JSON.stringify(payments),
    ...(await toStored(checked.approval)),
  };
  await insertFile(person, values);
  const row = await findFileRow(checked.id);
  const isSame =
    row?.prepared_by_id === person.id &&
    (await keyedDigests("bulk file", checked.sha256)).includes(row.sha256) &&
    row.cents === cents &&
    (await isApproved(row, checked.approval));
  if (!isSame)
    return refuse("This file was submitted with other rows or fixes. Withdraw it and submit the file again.");
  return ok(await requireFile(checked.id));
}

/** Adds the file unless it is there. */
async function insertFile(person: Actor, row: Insertable<Database["bulk_files"]>): Promise<void> {
  await db()
    .transaction()
    .execute(async (store) => {
      const { numInsertedOrUpdatedRows } = await store
        .insertInto("bulk_files")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return;
      const fields = { rows: row.good, cents: row.cents };
      await record(store, { name: "bulk.submitted", by: person, subject: row.id, fields });
    });
}

/** Approves a file. Above the limit, alone or with others of that day, another person than the preparer has to approve it. */
export async function approveFile(person: Actor, { id }: { id: string }): Promise<Result<BulkFile>> {
  const row = await findFileRow(id);
  if (!row) return refuse("There is no such file.");
  if (row.prepared_by_id !== person.id)
    return db()
      .transaction()
      .execute((store) => approve(store, person, row));
  if (row.second_reason !== null) return refuse(`${row.second_reason} ${anotherPerson}`);
  const outcome = await db()
    .transaction()
    .execute(async (store) => {
      // Two approvals of one person wait for each other, so that neither misses the other's sum.
      await lockApprovalsOf(store, person.id);
      const already = await sumApprovedAlone(store, person.id, id);
      const second_reason = secondPersonReason({
        totals: JSON.parse(row.totals),
        limitCents: env().bulkSecondPersonCents,
        approvedAloneCents: already,
      });
      if (!second_reason) return approve(store, person, row);
      await store
        .updateTable("bulk_files")
        .set({ second_reason })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
      return refuse(`${second_reason} ${anotherPerson}`);
    });
  return outcome.ok ? ok(await requireFile(id)) : outcome;
}

type Store = Pick<Kysely<Database>, "selectFrom" | "updateTable" | "insertInto">;

async function approve(
  store: Transaction<Database>,
  person: Actor,
  { id, good }: BulkFileRow,
): Promise<Result<BulkFile>> {
  const moved = await store
    .updateTable("bulk_files")
    .set({
      state: "approved",
      approved_by_id: person.id,
      approved_by: person.name,
      approved_at: Date.now(),
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  const file = await findFile(id, store);
  if (!file) throw new Error("a bulk file vanished from the store");
  if (moved.numUpdatedRows === 1n)
    await record(store, { name: "bulk.approved", by: person, subject: id, fields: { rows: good } });
  return moved.numUpdatedRows === 1n || file.state === "approved"
    ? ok(file)
    : refuse("Nothing was done: someone else has already decided about the file. Check its state.");
}

/** A lock until the transaction ends, on both stores: the row is written, and its next writer waits. */
async function lockApprovalsOf(store: Store, userId: string): Promise<void> {
  const lock = { holder: userId, until: Date.now() };
  await store
    .insertInto("leases")
    .values({ name: `bulk approvals of ${userId}`, ...lock })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(lock))
    .execute();
}

/**
 * Cents of the files that this person prepared and approved alone on the merchant's day. A withdrawn file counts too once the
 * end of its upload may have been sent: the decision that it did not arrive may be wrong.
 */
export async function sumApprovedAlone(store: Store, userId: string, except = ""): Promise<number> {
  const { gatewayTimeZone } = env();
  const midnight = readMoment(gatewayTimeZone, `${dayIn(gatewayTimeZone, Date.now())} 00:00:00`) ?? 0;
  const { cents } = await store
    .selectFrom("bulk_files")
    .select((eb) => eb.fn.sum<number | null>("cents").as("cents"))
    .where("approved_by_id", "=", userId)
    .where("prepared_by_id", "=", userId)
    .where("approved_at", ">=", midnight)
    .where((eb) =>
      eb.or([
        eb("state", "in", ["approved", "sending", "sent", "unsent", "unknown"]),
        eb.and([eb("state", "=", "cancelled"), eb("end_sent", "=", 1)]),
      ]),
    )
    .where("id", "!=", except)
    .executeTakeFirstOrThrow();
  return Number(cents ?? 0);
}

const anotherPerson = "Another person has to approve it.";

const withdrawable = ["waiting", "approved", "unsent", "refused"] as const;

/** Withdraws a file that was not sent: one's own, or anyone's with the right to approve. */
export async function cancelFile(person: ActorWithRole, { id }: { id: string }): Promise<Result<BulkFile>> {
  const row = await findFileRow(id);
  if (!row) return refuse("There is no such file.");
  if (row.prepared_by_id !== person.id && !may(person.role, "approveBulk"))
    return refuse(`Only ${row.prepared_by} or a manager can withdraw this file.`);
  const change = {
    state: "cancelled",
    outcome_at: Date.now(),
    // The decision that it did not arrive stays readable.
    problem: `${row.state === "unsent" && row.end_sent === 1 ? `${row.problem} ` : ""}Withdrawn by ${person.name}.`,
  } as const;
  const moved = await db()
    .transaction()
    .execute(async (store) => {
      const isMoved = await moveFile(id, withdrawable, change, undefined, store);
      if (isMoved) await record(store, { name: "bulk.withdrawn", by: person, subject: id });
      return isMoved;
    });
  if (!moved) return refuse("Nothing was done: the file is on its way or was sent already.");
  return ok(await requireFile(id));
}

async function requireFile(id: string): Promise<BulkFile> {
  const file = await findFile(id);
  if (!file) throw new Error("a bulk file vanished from the store");
  return file;
}
