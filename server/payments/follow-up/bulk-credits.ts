import { type Expression, expressionBuilder, type Kysely, type SqlBool } from "kysely";
import { codesOf } from "#lib/bulk/bulk-results.ts";
import { sentFileStates } from "#lib/bulk/file/bulk-file.ts";
import { type CommandName, commandNames, isNewCredit, paysOut, voidsPayment } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { OwnCredit } from "#lib/payments/refund-totals.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";

type Store = Pick<Kysely<Database>, "selectFrom">;

/** Commands whose rows give money back as a transaction of their own, or once the payment is settled. */
const payingOut = commandNames.filter(paysOut);
const newCredits = commandNames.filter(isNewCredit);
const voidingRows = commandNames.filter(voidsPayment);

/**
 * Rows of bulk files that gave money back on a payment, or may have: a row counts from the moment its file is sent until
 * its result shows that it was not approved. A void counts while its result is not known; then the payment itself shows
 * it. `exceptFile` excludes the file that is about to be sent.
 */
export async function findBulkCredits(
  store: Store,
  { key, refnum }: TransactionDetail,
  exceptFile = "",
): Promise<OwnCredit[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  if (names.length === 0) return [];
  const rows = await rowsWithResults(store)
    .select([
      "bulk_payouts.command",
      "bulk_payouts.cents",
      "bulk_results.transaction_key",
      "bulk_results.result_code",
      "bulk_results.duplicate",
      "bulk_results.cents as moved",
    ])
    .where("bulk_payouts.trankey", "in", names)
    .where("bulk_payouts.file_id", "!=", exceptFile)
    .where((eb) =>
      eb.or([
        eb("bulk_payouts.command", "in", payingOut),
        eb.and([eb("bulk_payouts.command", "in", voidingRows), eb("bulk_results.result_code", "is", null)]),
      ]),
    )
    .where(mayStillRun())
    .execute();
  return rows
    .filter(
      ({ result_code, duplicate }) =>
        duplicate !== 1 && (result_code === null || codesOf.approved.includes(result_code)),
    )
    .map(({ command, cents, moved, transaction_key, result_code }) => ({
      command,
      key: transaction_key ?? undefined,
      cents: cents ?? moved ?? undefined,
      hasNoOutcome: result_code === null,
      // One that lowered the payment itself shows the payment.
      wasSettled: transaction_key === null || transaction_key !== key,
    }));
}

/** Rows that act on earlier payments, each with its file and, once it is known, its result. */
const rowsWithResults = (store: Store) =>
  store
    .selectFrom("bulk_payouts")
    .innerJoin("bulk_files", "bulk_files.id", "bulk_payouts.file_id")
    .leftJoin("bulk_results", (join) =>
      join
        .onRef("bulk_results.group_key", "=", "bulk_files.bulk_key")
        .onRef("bulk_results.line", "=", "bulk_payouts.line"),
    );

/**
 * Rows that may run or have run. A decision that a file did not arrive may be wrong: its new credits count until the
 * lookups for it have ended. The gateway itself holds a refund to its payment.
 */
function mayStillRun(): Expression<SqlBool> {
  const eb = expressionBuilder<Database, "bulk_files" | "bulk_payouts">();
  return eb.or([
    eb("bulk_files.state", "in", sentFileStates),
    eb.and([
      eb("bulk_files.state", "in", ["unsent", "cancelled"]),
      eb("bulk_files.end_sent", "=", 1),
      eb("bulk_files.next_lookup_at", "is not", null),
      eb("bulk_payouts.command", "in", newCredits),
    ]),
  ]);
}

/**
 * Rows of bulk files with one of these commands on these transactions that were carried out or may be. `isConfirmed`: their
 * result is known.
 */
export async function listBulkActions(
  store: Store,
  keys: readonly string[],
  commands: readonly CommandName[],
): Promise<{ id: string; trankey: string; isConfirmed: boolean }[]> {
  if (keys.length === 0) return [];
  const rows = await rowsWithResults(store)
    .select(["bulk_payouts.file_id", "bulk_payouts.line", "bulk_payouts.trankey", "bulk_results.result_code"])
    .where("bulk_payouts.trankey", "in", keys)
    .where("bulk_payouts.command", "in", commands)
    .where((eb) =>
      eb.or([
        eb("bulk_files.state", "in", sentFileStates),
        // A decision that a file did not arrive may be wrong.
        eb.and([eb("bulk_files.end_sent", "=", 1), eb("bulk_files.next_lookup_at", "is not", null)]),
      ]),
    )
    .execute();
  return rows
    .filter(({ result_code }) => result_code === null || codesOf.approved.includes(result_code))
    .map(({ file_id, line, trankey, result_code }) => ({
      id: `${file_id} ${line}`,
      trankey,
      isConfirmed: result_code !== null,
    }));
}

/** Which of these payments, by the names that rows use, were voided by a row of a bulk file. */
export async function findVoidedInBulk(store: Store, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await rowsWithResults(store)
    .select("bulk_payouts.trankey")
    .where("bulk_payouts.trankey", "in", names)
    .where("bulk_payouts.command", "in", voidingRows)
    .where("bulk_results.result_code", "in", codesOf.approved)
    .where("bulk_results.duplicate", "=", 0)
    .execute();
  return new Set(rows.map(({ trankey }) => trankey));
}

/** The row of a bulk file of this console that made a refund: its command and the payment it names. */
export async function findBulkRow({
  key,
}: TransactionDetail): Promise<{ command: CommandName; trankey: string } | undefined> {
  if (!key) return undefined;
  return await db()
    .selectFrom("bulk_results")
    .innerJoin("bulk_files", "bulk_files.bulk_key", "bulk_results.group_key")
    .innerJoin("bulk_payouts", (join) =>
      join
        .onRef("bulk_payouts.file_id", "=", "bulk_files.id")
        .onRef("bulk_payouts.line", "=", "bulk_results.line"),
    )
    .select(["bulk_payouts.command", "bulk_payouts.trankey"])
    .where("bulk_results.transaction_key", "=", key)
    .where("bulk_results.duplicate", "=", 0)
    .where("bulk_payouts.command", "in", payingOut)
    // One that lowered the payment itself shows the payment: it made no refund.
    .whereRef("bulk_payouts.trankey", "!=", "bulk_results.transaction_key")
    .executeTakeFirst();
}

/** Which of these payments, by key or reference number, a row of a bulk file of this console gives money back on. */
export async function findPaidOut(payments: readonly TransactionDetail[]): Promise<Set<string>> {
  const names = payments.flatMap(({ key, refnum }) => [key, refnum].flatMap((name) => name ?? []));
  if (names.length === 0) return new Set();
  const rows = await db()
    .selectFrom("bulk_payouts")
    .select("trankey")
    .distinct()
    .where("trankey", "in", names)
    .where("command", "in", payingOut)
    .execute();
  return new Set(rows.map(({ trankey }) => trankey));
}
