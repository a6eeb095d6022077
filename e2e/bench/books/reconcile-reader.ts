import { compareBatch } from "#server/books/reconciliation/compare-batch.ts";
import { closeStore } from "#server/db/close-store.ts";
import { db } from "#server/db/db.ts";
import { cpuSince } from "../measurement.ts";
import { benchClock } from "./bench-console.ts";

export type Reconciled = {
  ms: number;
  cpuMs: number;
  peakBytes: number;
  causes: readonly { kind: string; count: number }[];
};

/** Run as a process of its own: compares the batch of the store that the settings name, and prints what it took. */
const row = await db().selectFrom("cached_batches").select("batch").executeTakeFirstOrThrow();
const start = performance.now();
const cpu = process.cpuUsage();
const { figures } = await compareBatch(JSON.parse(row.batch), {
  isWhole: true,
  readDueAt: undefined,
  timeZone: benchClock.timeZone,
});
const reconciled: Reconciled = {
  ms: performance.now() - start,
  cpuMs: cpuSince(cpu),
  peakBytes: process.resourceUsage().maxRSS * 1024,
  causes: figures.causeSums,
};
console.info(JSON.stringify(reconciled));
await closeStore(db());
