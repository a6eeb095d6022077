import { randomUUID } from "node:crypto";
import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import {
  listBrokenUploads,
  releaseLeases,
  releaseOrphanedGroups,
  renewLeases,
} from "../store/bulk/groups.ts";
import { removeUpload } from "../store/bulk/uploads.ts";
import { everySecond } from "../time/every-second.ts";
import type { BulkRow } from "./bulk-row.ts";
import { runNextChunks, runSlowLine, type Step } from "./run-next-chunks.ts";

/** How many rows may wait for their issuers while others run. */
const MAX_WAITING = 1024;

/** Adds the bulk runner to a sandbox and starts it. */
export async function startBulkRunner(parts: Omit<Sandbox, "bulk">): Promise<Sandbox> {
  const { store, registry, webhooks, log } = parts;
  const worker = randomUUID();
  const waiting = new Set<NodeJS.Timeout>();
  const sandbox: Sandbox = { ...parts, bulk: { worker, wake, stop } };
  const logError = (error: unknown) => log.error(describeError(error), "bulk rows could not be run");
  let stopped = false;
  let running: Promise<void> | undefined;
  let wokenAgain = false;

  async function step(): Promise<Step> {
    const sources = await registry.sourcesById();
    const result = await store.transactLarge((db) => runNextChunks({ sandbox, db, worker, sources }));
    if (result.kind === "ran") {
      webhooks.wake();
      for (const { chunkId, line, seconds } of result.slow)
        wait({ groupId: result.groupId, chunkId }, line, seconds);
    }
    return result;
  }

  async function run(): Promise<void> {
    while (!stopped && waiting.size < MAX_WAITING) if ((await step()).kind === "idle") return;
  }

  /** Runs a row after its issuer's delay. A failure is retried until it succeeds. */
  function wait(place: { groupId: number; chunkId: number }, line: BulkRow, seconds: number): void {
    const timer = setTimeout(async () => {
      try {
        const sources = await registry.sourcesById();
        await store.transact((db) => runSlowLine({ sandbox, db, worker, sources }, { ...place, line }));
        webhooks.wake();
      } catch (error) {
        logError(error);
        if (!stopped) wait(place, line, 1);
      }
      waiting.delete(timer);
      wake();
    }, seconds * 1000);
    waiting.add(timer);
  }

  function wake(): void {
    if (stopped) return;
    wokenAgain = running !== undefined;
    running ??= run()
      .catch(logError)
      .finally(() => {
        running = undefined;
        if (wokenAgain) wake();
      });
  }

  const tidy = async () => {
    await store.transact((db) => renewLeases(db, worker));
    for (const id of await store.read((db) => listBrokenUploads(db, worker)))
      while (!(await store.transact((db) => removeUpload(db, id))));
    wake();
  };
  const stopTimer = everySecond(tidy, logError);

  async function stop(): Promise<void> {
    stopped = true;
    for (const timer of waiting) clearTimeout(timer);
    await stopTimer();
    await running;
    await store.transact((db) => releaseLeases(db, worker));
  }

  await store.transact(releaseOrphanedGroups);
  wake();
  return sandbox;
}
