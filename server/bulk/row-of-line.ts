import type { CommandName } from "#lib/gateway/commands.ts";
import { db } from "#server/db/db.ts";

/** By line of the sent file, as the gateway counts it: the number of its row in the chosen file. Rows are known for 90 days after the upload. */
export async function rowsOfLines(fileId: string, lines: readonly number[]): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map();
  // Line 1 is the header; the k-th sent row is the k-th recorded row.
  const first = Math.max(2, Math.min(...lines));
  const last = Math.max(...lines);
  const rows = await db()
    .selectFrom("bulk_rows")
    .select("row")
    .where("file_id", "=", fileId)
    .orderBy("row")
    .limit(last - first + 1)
    .offset(first - 2)
    .execute();
  return new Map(rows.map(({ row }, place) => [first + place, row]));
}

/** What a row was sent to do. */
export type SentLine = { command: CommandName; trankey: string | undefined };

/** What these rows of a file did, as far as it is known: for 90 days after the upload. */
export async function findSentLines(
  fileId: string | undefined,
  rows: readonly number[],
): Promise<Map<number, SentLine>> {
  if (fileId === undefined || rows.length === 0) return new Map();
  const found = await db()
    .selectFrom("bulk_rows")
    .select(["row", "command", "trankey"])
    .where("file_id", "=", fileId)
    .where("row", "in", rows)
    .execute();
  return new Map(
    found.flatMap(({ row, command, trankey }) =>
      command ? [[row, { command, trankey: trankey ?? undefined }] as const] : [],
    ),
  );
}
