import type { BulkFile, Preparation } from "#lib/bulk/bulk-file.ts";
import { sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { newReference } from "#server/journal/reference.ts";
import { keyedDigest, keyedDigests } from "#server/journal/secrets.ts";
import { findFile, findFileRow, moveFile } from "./files.ts";

/** Preparing and releasing: two rights, and above a limit two people. Nothing here reaches the gateway. */

type Person = { id: string; name: string };

/** Writes down what the desk found in a file. The same nonce again is the same file as long as its contents are. */
export async function prepareFile(person: Person, checked: Preparation): Promise<Result<BulkFile>> {
  const { count, cents } = sumOfTotals(checked.totals);
  if (count !== checked.good)
    return refuse("The totals do not add up to the lines of the file. Choose the file again.");
  await db()
    .insertInto("bulk_files")
    .values({
      id: checked.id,
      reference: newReference(),
      name: checked.name,
      size: checked.size,
      sha256: await keyedDigest("bulk file", checked.sha256),
      rows: checked.rows,
      good: checked.good,
      left_out: checked.leftOut,
      mended: checked.mended,
      totals: JSON.stringify(checked.totals),
      cents,
      plan: JSON.stringify(checked.plan),
      state: "waiting",
      prepared_by_id: person.id,
      prepared_by: person.name,
      prepared_at: Date.now(),
      needs_second: cents > env().bulkSecondPersonCents ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const file = await requireFile(checked.id);
  const isSameFile = (await keyedDigests("bulk file", checked.sha256)).includes(file.sha256);
  if (file.preparedById !== person.id || !isSameFile || file.cents !== cents)
    return refuse("This file was prepared already with other contents. Choose the file again.");
  return ok(file);
}

/** Lets a file go. Whoever prepared one above the limit is not who releases it. */
export async function releaseFile(person: Person, { id }: { id: string }): Promise<Result<BulkFile>> {
  const row = await findFileRow(id);
  if (!row) return refuse("There is no such file.");
  if (row.needs_second === 1 && row.prepared_by_id === person.id)
    return refuse(
      `This file moves ${formatMoney(row.cents)}, more than ${formatMoney(env().bulkSecondPersonCents)}: a second person with the right has to release it.`,
    );
  const moved = await moveFile(id, ["waiting"], {
    state: "released",
    released_by_id: person.id,
    released_by: person.name,
    released_at: Date.now(),
  });
  const file = await requireFile(id);
  return moved || file.state === "released"
    ? ok(file)
    : refuse(`Nothing was done: the file is ${file.state} by now.`);
}

/** Takes a file back that was not sent. */
export async function cancelFile(person: Person, { id }: { id: string }): Promise<Result<BulkFile>> {
  const moved = await moveFile(id, ["waiting", "released", "unsent", "refused"], {
    state: "cancelled",
    settled_at: Date.now(),
    problem: `Taken back by ${person.name}.`,
  });
  if (!moved) return refuse("Nothing was done: the file is on its way or was sent already.");
  return ok(await requireFile(id));
}

async function requireFile(id: string): Promise<BulkFile> {
  const file = await findFile(id);
  if (!file) throw new Error("a bulk file vanished from the store");
  return file;
}
