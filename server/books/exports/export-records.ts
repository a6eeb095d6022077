import { randomUUID } from "node:crypto";
import type { ExportRecord } from "#lib/exports/export-record.ts";
import type { ExportFormat } from "#lib/exports/formats.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import type { ExportState } from "#server/db/tables/books/exports.ts";

/** Records that a person begins an export, before its first byte leaves. Returns its id: another where `id` was used. */
export async function beginExport({
  id = randomUUID(),
  user,
  ...facts
}: {
  id?: string | undefined;
  user: Actor;
  query: string;
  format: ExportFormat;
  columns: string | null;
}): Promise<string> {
  const row = {
    ...facts,
    user_id: user.id,
    user_name: user.name,
    started_at: Date.now(),
    state: "running" as const,
  };
  const isBegun = await db()
    .transaction()
    .execute(async (store) => {
      const { numInsertedOrUpdatedRows } = await store
        .insertInto("exports")
        .values({
          ...row,
          id,
          ended_at: null,
          rows_before: 0,
          rows_after: null,
          rows_written: null,
          bytes: null,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return false;
      const { format, query } = facts;
      await record(store, { name: "export.taken", by: user, subject: id, fields: { format, query } });
      return true;
    });
  return isBegun ? id : beginExport({ user, ...facts });
}

export async function noteRowsBefore(id: string, rows: number): Promise<void> {
  await db().updateTable("exports").set({ rows_before: rows }).where("id", "=", id).execute();
}

export async function endExport(
  id: string,
  end: { state: ExportState; rows_after: number | null; rows_written: number; bytes: number },
): Promise<void> {
  await db()
    .updateTable("exports")
    .set({ ...end, ended_at: Date.now() })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** What became of an export of this person. */
export async function findExport(id: string, userId: string): Promise<ExportRecord | null> {
  const row = await db()
    .selectFrom("exports")
    .select(["state", "rows_before", "rows_after", "rows_written", "bytes"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row
    ? {
        state: row.state,
        rowsBefore: row.rows_before,
        rowsAfter: row.rows_after ?? undefined,
        rowsWritten: row.rows_written ?? undefined,
        bytes: row.bytes ?? undefined,
      }
    : null;
}
