import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { perProcess } from "#server/per-process.ts";

const hourMs = 3_600_000;

/** Counts a refused delivery in memory: a flood of them must not cause a write each. */
export function noteRefusal(): void {
  shared().count += 1;
}

/** Adds the refusals counted since the last flush to their hour, and logs them in one line. */
export async function keepRefusals(now = Date.now()): Promise<void> {
  const refused = shared().count;
  if (refused === 0) return;
  await db()
    .insertInto("webhook_refusals")
    .values({ hour: hourOf(now), refused })
    .onConflict((conflict) =>
      conflict
        .column("hour")
        .doUpdateSet((row) => ({ refused: row("webhook_refusals.refused", "+", refused) })),
    )
    .execute();
  shared().count -= refused;
  log.warn(
    { refused },
    "deliveries of events were turned away: not signed with GATEWAY_WEBHOOK_KEY, or too long",
  );
}

/** How many were refused in the last 24 hours, to the hour. */
export async function countRefusals(now = Date.now()): Promise<number> {
  const row = await db()
    .selectFrom("webhook_refusals")
    .select((select) => select.fn.sum<number | null>("refused").as("refused"))
    .where("hour", ">", now - DAY_MS - hourMs)
    .executeTakeFirst();
  return row?.refused ?? 0;
}

/** Deletes the hours before `before`, epoch ms. */
export async function pruneRefusals(before: number): Promise<void> {
  await db().deleteFrom("webhook_refusals").where("hour", "<", before).execute();
}

const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs;

/** Of the route and the worker. */
const shared = () => perProcess("merchant-console.webhook-refusals", () => ({ count: 0 }));
