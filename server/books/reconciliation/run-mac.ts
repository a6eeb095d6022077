import type { Integrity } from "#lib/books/integrity.ts";
import { db } from "#server/db/db.ts";
import type { ReconciliationRow } from "#server/db/tables/books/reconciliations.ts";
import { checkMac, macOf } from "../record-macs.ts";

type Signed = Pick<
  ReconciliationRow,
  "batch_key" | "number" | "hash" | "figures" | "signed_by" | "signed_name" | "signed_at" | "note"
>;

export const macOfRun = (signed: Signed): Promise<string> =>
  macOf("signed reconciliation", signedRunText(signed));

/** Whether a signed run is as it was signed; undefined while it is not signed. */
export async function checkRun(row: ReconciliationRow): Promise<Integrity | undefined> {
  if (row.signed_at === null) return row.state === "signed" || row.seal !== null ? "changed" : undefined;
  if (row.seal !== null) return await checkMac("signed reconciliation", signedRunText(row), row.seal);
  // One without a MAC is that of an earlier version, and so never follows one with a MAC.
  const { withMac } = await db()
    .selectFrom("reconciliations")
    .select(({ fn }) => fn.countAll<number>().as("withMac"))
    .where("signed_at", "<", row.signed_at)
    .where("seal", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(withMac) === 0 ? "unsealed" : "changed";
}

/** The text that the MAC of a signed run covers. */
export const signedRunText = ({
  batch_key,
  number,
  hash,
  figures,
  signed_by,
  signed_name,
  signed_at,
  note,
}: Signed) => JSON.stringify([batch_key, number, hash, figures, signed_by, signed_name, signed_at, note]);
