import type { Sandbox } from "../context.ts";
import type { Source } from "../sources.ts";
import { findLinesLeft, findNextChunk, freeChunks, hasChunks, setLinesLeft } from "../store/bulk-chunks.ts";
import {
  changeBulkGroup,
  findBulkGroup,
  holdBulkGroup,
  LEASE_MS,
  startNextBulkGroup,
} from "../store/bulk-groups.ts";
import type { Db } from "../store/store.ts";
import { storeTimeMs } from "../store/store-time.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";
import type { BulkLine } from "./bulk-line.ts";
import { runLines, type SlowLine } from "./run-lines.ts";

/** What a step did: nothing to do here, some lines, or the end of a group. `slow` lines are to be run again by `runSlowLine`. */
export type Step =
  | { kind: "idle" }
  | { kind: "ran"; groupId: number; chunkId: number; slow: SlowLine[] }
  | { kind: "completed" };

type Running = { sandbox: Sandbox; db: Db; worker: string; sources: ReadonlyMap<number, Source> };

/** Runs the next lines of the group that is running, in the one transaction of `db`. */
export async function runNextChunk(running: Running): Promise<Step> {
  const { sandbox, db, worker } = running;
  const group = await findBulkGroup(db, "current", { hold: true });
  if (group?.status !== "Running") return { kind: "idle" };
  const time = await storeTimeMs(db);
  if (group.worker !== worker && group.leased_until > time) return { kind: "idle" };
  const lease = { worker, leased_until: time + LEASE_MS };
  if (group.worker !== worker) await freeChunks(db, group.id);
  const chunk = await findNextChunk(db, group.id);
  if (!chunk) return await endGroup(db, group);
  const all = JSON.parse(sandbox.vault.open(chunk.sealed)) as BulkLine[];
  const left = chunk.left === null ? undefined : new Set(JSON.parse(chunk.left) as number[]);
  const lines = left ? all.filter(({ line }) => left.has(line)) : all;
  const { counts, slow } = await runLines(callOf(running, group, false), group, lines);
  await setLinesLeft(
    db,
    chunk.id,
    worker,
    slow.map(({ line }) => line.line),
  );
  await changeBulkGroup(db, group.id, { ...counts, ...lease });
  return { kind: "ran", groupId: group.id, chunkId: chunk.id, slow };
}

/** Runs a line whose issuer was waited for; nothing when another process has taken the group over, or it is gone. */
export async function runSlowLine(
  running: Running,
  { groupId, chunkId, line }: { groupId: number; chunkId: number; line: BulkLine },
): Promise<void> {
  const { db, worker } = running;
  const group = await holdBulkGroup(db, groupId);
  if (group?.worker !== worker) return;
  const left = await findLinesLeft(db, chunkId, worker);
  if (!left?.includes(line.line)) return;
  const { counts } = await runLines(callOf(running, group, true), group, [line]);
  await setLinesLeft(
    db,
    chunkId,
    worker,
    left.filter((number) => number !== line.line),
  );
  await changeBulkGroup(db, group.id, counts);
}

/** Completes a group that has no line left; with lines that wait for their issuer it is not at its end yet. */
async function endGroup(db: Db, group: BulkGroupRow): Promise<Step> {
  if (await hasChunks(db, group.id)) return { kind: "idle" };
  await changeBulkGroup(db, group.id, { status: "Completed", current: null, worker: "", leased_until: 0 });
  await startNextBulkGroup(db);
  return { kind: "completed" };
}

function callOf({ sandbox, db, sources }: Running, group: BulkGroupRow, waited: boolean) {
  const source = sources.get(group.source_id);
  if (!source) throw new Error("The API key of a bulk group is gone.");
  return {
    sandbox,
    db,
    source,
    clientIp: group.client_ip,
    serverIp: group.server_ip,
    now: sandbox.clock.now(),
    waited,
  };
}
