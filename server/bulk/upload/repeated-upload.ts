import type { BulkSearch } from "#lib/bulk/file/bulk-file.ts";
import { formatFiles } from "#lib/bulk/file-decision.ts";
import { requestErrors } from "#lib/gateway/errors.ts";
import { db } from "#server/db/db.ts";
import type { UploadOutcome } from "#server/gateway-client/upload.ts";
import { writeNotice } from "#server/payments/attempts/notices.ts";
import { toDoubt } from "../contradictions.ts";
import { type BulkFileRow, mayBeAtGateway, moveFile, toNamed } from "../files.ts";

export const isRepeat = (outcome: UploadOutcome): boolean =>
  outcome.kind === "refused" && outcome.error.code === requestErrors.bulkDuplicates.code;

/**
 * The gateway refused a file, having had more than a quarter of its rows before. Where no file that is known to have arrived
 * explains that, an earlier one with these rows most likely did: it is unknown again, also after a person decided about it, and
 * a notice is opened. Returns what is kept with the refused file.
 */
export async function noteRepeat(refused: BulkFileRow): Promise<Pick<BulkFileRow, "lookup_notes">> {
  const files = await findSuspects(refused);
  for (const file of files) await reopen(file, refused, files);
  const search: BulkSearch = { lookups: 0, places: [], rows: [], repeats: files.map(toNamed) };
  return { lookup_notes: JSON.stringify(search) };
}

async function findSuspects(refused: BulkFileRow): Promise<BulkFileRow[]> {
  const shared = await db()
    .selectFrom("bulk_rows as own")
    .innerJoin("bulk_rows as other", (join) =>
      join.onRef("other.digest", "=", "own.digest").onRef("other.file_id", "!=", "own.file_id"),
    )
    .innerJoin("bulk_files", "bulk_files.id", "other.file_id")
    .select(["own.row", "other.file_id", "bulk_files.state"])
    .where("own.file_id", "=", refused.id)
    .where(mayBeAtGateway())
    .execute();
  const isEnough = (rows: readonly { row: number }[]) =>
    new Set(rows.map(({ row }) => row)).size * 4 > refused.good;
  const explained = shared.filter(({ state }) => state === "sent");
  if (isEnough(explained)) return [];
  const inDoubt = [...Map.groupBy(shared, ({ file_id }) => file_id)].filter(
    ([, [first]]) => first?.state === "unknown" || first?.state === "unsent" || first?.state === "cancelled",
  );
  const enough = inDoubt.filter(([, rows]) => isEnough([...explained, ...rows]));
  const all = inDoubt.flatMap(([, rows]) => rows);
  const suspects = enough.length > 0 || !isEnough([...explained, ...all]) ? enough : inDoubt;
  if (suspects.length === 0) return [];
  return db()
    .selectFrom("bulk_files")
    .selectAll()
    .where(
      "id",
      "in",
      suspects.map(([id]) => id),
    )
    .execute();
}

async function reopen(file: BulkFileRow, refused: BulkFileRow, all: readonly BulkFileRow[]): Promise<void> {
  // Written by `resolveByDecision` and lookups.
  const { decided, ...search }: BulkSearch = file.lookup_notes
    ? JSON.parse(file.lookup_notes)
    : { lookups: 0, places: [], rows: [] };
  const others = all.filter(({ id }) => id !== file.id).map(toNamed);
  const why = `The gateway refused ${toNamed(refused).label}: it had more than a quarter of its rows before, and this file has them too.`;
  const message = others.length > 0 ? `${why} Others with the same rows: ${formatFiles(others)}.` : why;
  // Written once however often this is repeated, so it comes first: a file is never reopened without it.
  if (decided) await writeNotice(db(), toDoubt(file, decided, "refused", message));
  await moveFile(file.id, ["unknown", "unsent", "cancelled"], {
    state: "unknown",
    outcome_at: null,
    next_lookup_at: Date.now(),
    lookup_notes: JSON.stringify({ ...search, lookups: 0 }),
    problem: [file.problem, `${message} It most likely arrived: do not send it again.`]
      .filter(Boolean)
      .join(" "),
  });
}
