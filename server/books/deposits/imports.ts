import type { ShownImport } from "#lib/deposits/deposits-view.ts";
import type { UndoImportRequest } from "#lib/deposits/requests.ts";
import { countOf } from "#lib/format/counts.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";

/** The bank files that were imported, and undoing an import. */

const MOST = 5;

/** The latest imports, newest first. */
export async function listImports(): Promise<ShownImport[]> {
  const rows = await db()
    .selectFrom("deposit_files")
    .leftJoin("deposits", "deposits.file_id", "deposit_files.id")
    .select((eb) => [
      "deposit_files.id",
      "name",
      "deposit_files.account",
      "imported_by",
      "imported_at",
      "undone_by",
      "undone_at",
      eb.fn.count<number>("deposits.id").as("lines"),
      eb.fn.count<number>("deposits.match_id").as("matched"),
    ])
    .where("deposit_files.id", "in", (eb) =>
      eb.selectFrom("deposit_files").select("id").orderBy("imported_at", "desc").orderBy("id").limit(MOST),
    )
    .groupBy("deposit_files.id")
    .orderBy("imported_at", "desc")
    .orderBy("deposit_files.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    account: row.account ?? undefined,
    by: row.imported_by,
    at: row.imported_at,
    lines: row.lines,
    matched: row.matched,
    undone: row.undone_at === null ? undefined : { by: row.undone_by ?? "", at: row.undone_at },
  }));
}

/**
 * Removes the lines that an import added; refused while one of them is matched. Lines that were matched once stay with
 * their history. The same file can be imported again.
 */
export async function undoImport(
  user: SignedInUser,
  { file }: UndoImportRequest,
): Promise<Result<{ removed: number; kept: number }>> {
  try {
    return await db()
      .transaction()
      .execute(async (store) => {
        const { numUpdatedRows } = await store
          .updateTable("deposit_files")
          .set({ digest: null, undone_by_id: user.id, undone_by: user.name, undone_at: Date.now() })
          .where("id", "=", file)
          .where("undone_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return refuse("This import was undone already. Nothing was changed.");
        const { numDeletedRows } = await store
          .deleteFrom("deposits")
          .where("file_id", "=", file)
          .where("match_id", "is", null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("deposit_matches")
                  .select("deposit_matches.id")
                  .whereRef("deposit_matches.deposit_id", "=", "deposits.id"),
              ),
            ),
          )
          .executeTakeFirst();
        const left = await store
          .selectFrom("deposits")
          .select(({ fn }) => [fn.countAll<number>().as("count"), fn.count<number>("match_id").as("matched")])
          .where("file_id", "=", file)
          .executeTakeFirstOrThrow();
        if (left.matched > 0) throw new DepositMatchedError(left.matched);
        await record(store, {
          name: "deposit.changed",
          by: user,
          subject: file,
          fields: { change: "Import undone" },
        });
        return ok({ removed: Number(numDeletedRows), kept: left.count });
      });
  } catch (error) {
    if (error instanceof DepositMatchedError) return refuse(error.message);
    throw error;
  }
}

/** Ends the transaction, so that nothing was removed. */
class DepositMatchedError extends Error {
  constructor(count: number) {
    super(
      count === 1
        ? "1 line of this import is matched. Undo this first."
        : `${countOf(count, "line")} of this import are matched. Undo this first.`,
    );
  }
}
