import type { Kysely } from "kysely";
import { codesOf } from "#lib/bulk/bulk-results.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { OwnCredit } from "#lib/given-back.ts";
import type { Database } from "#server/db/database.ts";

type Store = Pick<Kysely<Database>, "selectFrom">;

/**
 * Rows of bulk files that gave a payment's money back, or may have: a row counts from the moment its file leaves until
 * its result says that it was not approved. `exceptFile` leaves out the file that is about to be sent.
 */
export async function findBulkCredits(
  store: Store,
  { key, refnum }: TransactionDetail,
  exceptFile = "",
): Promise<OwnCredit[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  if (names.length === 0) return [];
  const rows = await store
    .selectFrom("bulk_payouts")
    .innerJoin("bulk_files", "bulk_files.id", "bulk_payouts.file_id")
    .leftJoin("bulk_results", (join) =>
      join
        .onRef("bulk_results.group_key", "=", "bulk_files.bulk_key")
        .onRef("bulk_results.line", "=", "bulk_payouts.line"),
    )
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
    .where("bulk_files.state", "in", ["sending", "sent", "unknown"])
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
      isUnsettled: result_code === null,
      // One that lowered the payment itself shows the payment.
      wasSettled: transaction_key === null || transaction_key !== key,
    }));
}
