import type { BulkWatch } from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { recordAgainMs } from "#lib/bulk/file/record-pace.ts";
import { isCompleted, paceMs } from "#lib/bulk/progress.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import type { Read } from "#lib/read.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { recordAlone } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { sumByOutcome } from "#server/gateway-cache/result-sums.ts";
import { beginSync, findSync } from "#server/gateway-cache/sync.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { asPayment } from "#server/gateway-client/caller.ts";
import { read } from "#server/gateway-client/client.ts";
import { readPulse } from "#server/gateway-client/report.ts";
import { findFile, listSeenRunning, moveFile } from "./files.ts";
import { readBatchTotals } from "./results/compare.ts";
import { ageReadings, cacheReading, findReading, listSamples, type Reading } from "./results/readings.ts";

const noGroupText = "The gateway knows no such bulk group.";
const noneRuns = "No bulk group is running.";

/**
 * A group by its key, by the id of its file, or `current`. A reading is shared by all workstations for a while, and a
 * completed group is read once, ever. When the gateway cannot be read, the last reading is returned with the reason.
 */
export async function readGroup(
  key: string,
  priority: "person" | "background" = "person",
): Promise<Read<BulkWatch>> {
  const file = key === "current" ? undefined : await findFile(key);
  if (file && !file.bulkKey) return { kind: "found", value: withoutGroup(file), readAt: Date.now() };
  const asked = file?.bulkKey ?? key;
  const kept = await findReading(asked);
  if (kept && (await isGood(kept, asked))) return toFound(kept, asked);
  const answer = toRead(
    await read("getBulk", { segments: { bulk_key: asked }, priority }),
    asked === "current" ? noneRuns : noGroupText,
  );
  switch (answer.kind) {
    case "found": {
      const reading = { group: answer.value, readAt: answer.readAt, isAged: false };
      await keep(asked, reading);
      return toFound(reading, asked);
    }
    case "missing":
      if (asked === "current") {
        await cacheReading(asked, { group: undefined, readAt: Date.now() });
        await readStopped(priority);
      }
      return answer;
    case "unavailable":
      return kept?.group ? toFound(kept, asked, answer.message) : answer;
  }
}

/** None runs: what was last seen running is over, or paused, and is read again before a page shows both. */
async function readStopped(priority: "person" | "background"): Promise<void> {
  const keys = await listSeenRunning();
  if (keys.length === 0) return;
  await ageReadings(keys);
  await Promise.all(keys.map((key) => readGroup(key, priority)));
}

/** Pauses or resumes a group. Doing it twice is doing it once. */
export async function steerGroup(
  act: "pauseBulk" | "resumeBulk",
  key: string,
  { id, name }: Actor,
): Promise<Result<{ status: string }>> {
  const request = { segments: { bulk_key: key }, body: {}, priority: "person" } as const;
  const outcome = await asPayment(() => read(act, request));
  // After any outcome, only a new reading shows the state of the group.
  await ageReadings([key, "current"]);
  switch (outcome.kind) {
    case "answered": {
      const by = { id, name };
      if (act === "pauseBulk") await recordAlone(db(), { name: "bulk.paused", by, subject: key });
      else await recordAlone(db(), { name: "bulk.resumed", by, subject: key });
      return ok({ status: outcome.value.status });
    }
    case "refused":
      return refuse(`The gateway refused it: ${outcome.error.message}`);
    case "unavailable":
      return refuse(
        `We don't know whether the gateway received this (${outcome.reason}). Check the status below, then try again.`,
      );
  }
}

/** Stores a reading for all workstations, and with the file if it was sent from here. */
export async function keep(asked: string, { group, readAt }: Omit<Reading, "isAged">): Promise<void> {
  await cacheReading(asked, { group, readAt });
  if (group) await keepWithFile(group, readAt);
}

/** The file that the group was sent from, with the newest reading of any workstation. */
async function keepWithFile(group: BulkGroup, readAt: number): Promise<BulkFile | undefined> {
  const file = group.bulk_key ? await findFile(group.bulk_key) : undefined;
  if (!file || (file.groupReadAt ?? 0) >= readAt) return file;
  await moveFile(file.id, ["sent"], { group_seen: JSON.stringify(group), group_read_at: readAt });
  return { ...file, group, groupReadAt: readAt };
}

/** Of several concurrent requests one reads the gateway; the others share its answer. */
const sharedMs = 2000;

async function isGood({ group, readAt, isAged }: Reading, asked: string): Promise<boolean> {
  if (isAged) return false;
  // `current` is another group once this one is over.
  if (isCompleted(group) && asked !== "current") return true;
  const pace = (group && (await paceOf(group))) ?? 0;
  // A page that polls at this pace must not be a moment too early.
  return Date.now() - readAt < Math.max(sharedMs, pace * 0.9);
}

async function paceOf(group: BulkGroup): Promise<number | undefined> {
  const [samples, left] = await Promise.all([listSamples(group.bulk_key ?? "", 20), sharedLeft()]);
  return paceMs(group, samples, left);
}

/** What is left of this minute's shared requests; undefined while the gateway has reported no limit. */
async function sharedLeft(): Promise<number | undefined> {
  const minute = (await readPulse())?.minute;
  return minute && minute.limit - minute.used;
}

async function toFound({ group, readAt }: Reading, asked: string, waits?: string): Promise<Read<BulkWatch>> {
  if (!group) return { kind: "missing", message: asked === "current" ? noneRuns : noGroupText };
  const file = await keepWithFile(group, readAt);
  const watch = {
    group,
    file,
    results: await resultsOf(group),
    refetchIntervalMs: await paceOf(group),
    waits,
  };
  return { kind: "found", value: watch, readAt };
}

const withoutGroup = (file: BulkFile): BulkWatch => ({
  group: undefined,
  file,
  results: { kind: "running" },
  // It is our own store that is asked.
  refetchIntervalMs: recordAgainMs(file),
  waits: undefined,
});

async function resultsOf(group: BulkGroup): Promise<BulkWatch["results"]> {
  const key = group.bulk_key;
  if (!isCompleted(group) || !key) return { kind: "running" };
  await beginSync("bulk", key);
  const sync = await findSync(key);
  if (!sync || sync.done_at === null)
    return {
      kind: "syncing",
      read: sync?.read ?? 0,
      total: sync?.total ?? undefined,
      waits: sync?.waits ?? undefined,
    };
  const [compared, outcomes] = await Promise.all([readBatchTotals(key), sumByOutcome(key)]);
  return { kind: "done", total: sync.total ?? sync.read, outcomes, ...compared };
}
