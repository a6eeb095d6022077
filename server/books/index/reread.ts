import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { read } from "#server/gateway-client/client.ts";
import { holdLease } from "#server/payments/recovery/lease.ts";
import { offerRead } from "#server/payments/recovery/offer-evidence.ts";
import { rereadEveryMs } from "./reread-at.ts";

/** A reading waits in the queue this long, for its turn when people leave capacity. */
const waitMs = 20_000;

/**
 * Reads the next transaction that may have changed outside a batch: a check until it can't be returned any more, an
 * authorization until it expired. Each about once a day, the newest first, one process at a time. A returned check opens
 * its notice. False when none is due or the gateway can't be asked now.
 */
export async function rereadNext(now = Date.now()): Promise<boolean> {
  const row = await db()
    .selectFrom("indexed_transactions")
    .select(["id", "reread_at"])
    .where("reread_at", "is not", null)
    .where(isDue("reread_at", now, rereadEveryMs))
    .orderBy("reread_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row || !(await holdLease("index-reread"))) return false;
  const outcome = await read("getTransaction", {
    segments: { trankey: row.id },
    priority: "background",
    waitMs,
  });
  const isRefused = outcome.kind === "refused" && [400, 404].includes(outcome.error.status);
  if (outcome.kind !== "answered" && !isRefused) return false;
  if (outcome.kind === "answered") {
    await noteRead([outcome.value], { askedAt: outcome.askedAt });
    await offerRead(outcome.value, outcome.askedAt);
  }
  // One that is refused, or was shown under another key, has its turn again tomorrow.
  await db()
    .updateTable("indexed_transactions")
    .set({ reread_at: now + rereadEveryMs })
    .where("id", "=", row.id)
    .where("reread_at", "=", row.reread_at)
    .execute();
  return true;
}

/** Has a transaction that an event reports as changed read before the others. */
export async function rereadSoon(id: string, now = Date.now()): Promise<void> {
  await db()
    .updateTable("indexed_transactions")
    .set({ reread_at: now })
    .where("id", "=", id)
    .where("reread_at", ">", now)
    .execute();
}

/** How long a due reading may wait before it counts as missing. */
const lateAfterMs = 3_600_000;

/** Of the checks that may still be returned: how many the gateway was not asked for lately, and was. Costs no request. */
export async function readCheckCoverage(now = Date.now()): Promise<{ unread: number; read: number }> {
  const { all, read } = await db()
    .selectFrom("indexed_transactions")
    .where("reread_at", "is not", null)
    .where("tender", "=", "check")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn
        .countAll<number>()
        .filterWhere("reread_at", ">", now - lateAfterMs)
        .as("read"),
    ])
    .executeTakeFirstOrThrow();
  return { unread: Number(all) - Number(read), read: Number(read) };
}
