import { isFirstStart, repeat } from "#server/background.ts";
import { db } from "#server/db/db.ts";
import { livingProcesses } from "#server/payments/recovery/alive.ts";
import { readGroup } from "./groups.ts";
import { adoptSending, resolveFiles } from "./resolve.ts";
import { noteDifferences } from "./results/note-differences.ts";

/**
 * Watches bulk files in the background, once for the process: lost answers are resolved, groups that were sent from here
 * are followed to their end, so that a tab may be closed, and what is missing then is noted under Attention.
 */
export function startWatching(): void {
  if (!isFirstStart("merchant-console.bulk")) return;
  const work = async () => {
    await adoptSending(await livingProcesses());
    await resolveFiles();
    await followSent();
    await noteDifferences();
  };
  repeat(work, pauseMs, "watching bulk files failed; it will be repeated");
}

/** Reads the groups of files whose last reading is old and not final, unless a page polls them anyway. */
export async function followSent(now = Date.now()): Promise<void> {
  const rows = await db()
    .selectFrom("bulk_files")
    .select(["bulk_key", "group_read_at", "outcome_at"])
    .where("state", "=", "sent")
    .where("bulk_key", "is not", null)
    .where((eb) =>
      eb.or([eb("group_seen", "is", null), eb("group_seen", "not like", '%"status":"Completed"%')]),
    )
    .execute();
  for (const { bulk_key, group_read_at, outcome_at } of rows) {
    const key = bulk_key ?? "";
    const seen = Math.max(group_read_at ?? 0, tried.get(key) ?? 0);
    // One that is stuck for days is not worth a request each half minute.
    if (now - seen < Math.max(apartMs, (now - (outcome_at ?? now)) / 100)) continue;
    tried.set(key, now);
    await readGroup(key, "background");
  }
}

const pauseMs = 2000;
const apartMs = 30_000;
/** When this process last tried, so that a gateway that is away is not asked each time. */
const tried = new Map<string, number>();
