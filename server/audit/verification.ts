import { type ShownVerdict, shownVerdict } from "#lib/audit/verdict.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { findSetting, saveSetting } from "#server/db/setting.ts";
import { type AuditHead, record } from "./record.ts";
import { verifyLog } from "./verify.ts";

let running: Promise<ShownVerdict> | undefined;

/**
 * Checks the log for at most `maxMs`, against the heads that signed days hold, and keeps the verdict for the page. One at a time in each
 * process: a second request meanwhile gets the same verdict.
 */
export function verifyNow(user: Actor, maxMs = 20_000): Promise<ShownVerdict> {
  running ??= verify(user, maxMs).finally(() => {
    running = undefined;
  });
  return running;
}

/** The last verdict; undefined before the first. */
export async function readVerdict(): Promise<ShownVerdict | undefined> {
  const stored = await findSetting(db(), NAME);
  return stored === undefined ? undefined : shownVerdict.parse(JSON.parse(stored));
}

async function verify({ id, name }: Actor, maxMs: number): Promise<ShownVerdict> {
  const now = Date.now();
  const { head, ...found } = await verifyLog(db(), await readAnchors(), now + maxMs);
  const faults = [...found.integrity, ...found.completeness, ...found.anchors];
  const verdict: ShownVerdict = {
    at: now,
    by: name,
    events: found.events,
    isWhole: found.isWhole,
    ...(head && { head: `${head.position}:${head.hash}` }),
    anchoredTo: found.anchoredTo,
    faults: faults.length,
    shown: faults.slice(0, maxShown),
  };
  await db()
    .transaction()
    .execute(async (store) => {
      await saveSetting(store, NAME, JSON.stringify(verdict));
      const fields = { events: verdict.events, faults: verdict.faults };
      await record(store, { name: "log.verified", by: { id, name }, fields });
    });
  return verdict;
}

/** The heads that are printed on signed days. Their reports are sealed, and copies of them are elsewhere. */
async function readAnchors(): Promise<AuditHead[]> {
  const rows = await db().selectFrom("signed_days").select("report").orderBy("number").execute();
  return rows.flatMap(({ report }) => {
    const found = /"(\d+):(v1\.[0-9a-f]{8}\.[0-9a-f]{32})"/.exec(report);
    return found ? [{ position: Number(found[1]), hash: found[2] ?? "" }] : [];
  });
}

const NAME = "audit-verdict";
const maxShown = 20;
