import { randomUUID } from "node:crypto";
import type { Sandbox } from "../context.ts";
import { everySecond } from "../every-second.ts";
import { describeError } from "../log.ts";
import {
  listBrokenUploads,
  releaseLeases,
  releaseOrphanedGroups,
  renewLeases,
} from "../store/bulk-groups.ts";
import { removeUpload } from "../store/bulk-uploads.ts";
import type { BulkLine } from "./bulk-line.ts";
import { runNextChunks, runSlowLine, type Step } from "./run-next-chunks.ts";

/** Runs bulk files: one at a time, over all processes on one store, in the background. */
export type BulkRunner = {
  /** Marks what this process is at work on in the store. */
  readonly worker: string;
  /** After a commit that may have given it something to do: goes on, and keeps nobody waiting. */
  wake(): void;
  /** Ends after the lines under way. Those that wait for a slow issuer have not been run: the next start does. */
  stop(): Promise<void>;
};

/** So many lines may wait for their issuers while others go on. */
const MOST_WAITING = 1024;

/** Gives a sandbox its runner, and sets it to work on what an earlier process has left. */
export async function startBulkRunner(parts: Omit<Sandbox, "bulk">): Promise<Sandbox> {
  const { store, registry, webhooks, log } = parts;
  const worker = randomUUID();
  const waiting = new Set<NodeJS.Timeout>();
  const sandbox: Sandbox = { ...parts, bulk: { worker, wake, stop } };
  const complain = (error: unknown) => log.error(describeError(error), "bulk lines could not be run");
  let stopped = false;
  let running: Promise<void> | undefined;
  let askedAgain = false;

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
    while (!stopped && waiting.size < MOST_WAITING) if ((await step()).kind === "idle") return;
  }

  /** Runs a line once its issuer has had its time. When that fails, it is tried again until it is done. */
  function wait(place: { groupId: number; chunkId: number }, line: BulkLine, seconds: number): void {
    const timer = setTimeout(async () => {
      try {
        const sources = await registry.sourcesById();
        await store.transact((db) => runSlowLine({ sandbox, db, worker, sources }, { ...place, line }));
        webhooks.wake();
      } catch (error) {
        complain(error);
        if (!stopped) wait(place, line, 1);
      }
      waiting.delete(timer);
      wake();
    }, seconds * 1000);
    waiting.add(timer);
  }

  function wake(): void {
    if (stopped) return;
    askedAgain = running !== undefined;
    running ??= run()
      .catch(complain)
      .finally(() => {
        running = undefined;
        if (askedAgain) wake();
      });
  }

  const tidy = async () => {
    await store.transact((db) => renewLeases(db, worker));
    for (const id of await store.read((db) => listBrokenUploads(db, worker)))
      while (!(await store.transact((db) => removeUpload(db, id))));
    wake();
  };
  const stopTimer = everySecond(tidy, complain);

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
