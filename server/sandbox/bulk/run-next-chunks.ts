import { storeTimeMs } from "#server/sql/dialect.ts";
import type { Sandbox, Source } from "../context.ts";
import { findNextChunk, findRowsLeft, freeChunks, hasChunks, setLinesLeft } from "../store/bulk/chunks.ts";
import {
  changeBulkGroup,
  findBulkGroup,
  LEASE_MS,
  lockBulkGroup,
  startNextBulkGroup,
} from "../store/bulk/groups.ts";
import type { Db } from "../store/database.ts";
import type { BulkChunkRow } from "../store/tables/bulk-chunks.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";
import type { BulkRow } from "./bulk-row.ts";
import { runRows, type SlowRow } from "./run-rows.ts";

/** What a step did. `slow` rows are run later by `runSlowLine`. */
export type Step =
  | { kind: "idle" }
  | { kind: "ran"; groupId: number; slow: (SlowRow & { chunkId: number })[] }
  | { kind: "completed" };

type Running = { sandbox: Sandbox; db: Db; worker: string; sources: ReadonlyMap<number, Source> };

/** A sale that arrives during a step waits for its end. */
const LONGEST_STEP_MS = 15;

/** Runs the next rows of the running group in one transaction: a chunk, and more while there is time. */
export async function runNextChunks(running: Running): Promise<Step> {
  const { db, worker } = running;
  const startedAt = performance.now();
  let group = await findBulkGroup(db, "current", { lock: true });
  if (group?.status !== "Running") return { kind: "idle" };
  const time = await storeTimeMs(db);
  if (group.worker !== worker && group.leased_until > time) return { kind: "idle" };
  if (group.worker !== worker) await freeChunks(db, group.id);
  const slow: (SlowRow & { chunkId: number })[] = [];
  let ran = 0;
  do {
    const chunk = await findNextChunk(db, group.id);
    if (!chunk) break;
    const result = await runChunk(running, group, chunk);
    group = { ...group, ...result.counts };
    slow.push(...result.slow.map((line) => ({ ...line, chunkId: chunk.id })));
    ran++;
  } while (performance.now() - startedAt < LONGEST_STEP_MS);
  if (ran === 0) return await endGroup(db, group);
  const { approved, declined, failed } = group;
  await changeBulkGroup(db, group.id, { approved, declined, failed, worker, leased_until: time + LEASE_MS });
  return { kind: "ran", groupId: group.id, slow };
}

async function runChunk(running: Running, group: BulkGroupRow, chunk: BulkChunkRow) {
  const { sandbox, db, worker } = running;
  const all = JSON.parse(sandbox.vault.decrypt(chunk.sealed)) as BulkRow[]; // as it was stored
  const left = chunk.left === null ? undefined : new Set(JSON.parse(chunk.left) as number[]); // as it was stored
  const lines = left ? all.filter(({ line }) => left.has(line)) : all;
  const result = await runRows(callOf(running, group, false), group, lines);
  await setLinesLeft(
    db,
    chunk.id,
    worker,
    result.slow.map(({ line }) => line.line),
  );
  return result;
}

/** Runs a row whose issuer was waited for. Does nothing when the group is gone or another process has taken it over. */
export async function runSlowLine(
  running: Running,
  { groupId, chunkId, line }: { groupId: number; chunkId: number; line: BulkRow },
): Promise<void> {
  const { db, worker } = running;
  const group = await lockBulkGroup(db, groupId);
  if (group?.worker !== worker) return;
  const left = await findRowsLeft(db, chunkId, worker);
  if (!left?.includes(line.line)) return;
  const { counts } = await runRows(callOf(running, group, true), group, [line]);
  await setLinesLeft(
    db,
    chunkId,
    worker,
    left.filter((number) => number !== line.line),
  );
  await changeBulkGroup(db, group.id, counts);
}

/** Completes a group without remaining rows. Rows that wait for their issuer remain. */
async function endGroup(db: Db, group: BulkGroupRow): Promise<Step> {
  if (await hasChunks(db, group.id)) return { kind: "idle" };
  await changeBulkGroup(db, group.id, { status: "Completed", current: null, worker: "", leased_until: 0 });
  await startNextBulkGroup(db);
  return { kind: "completed" };
}

function callOf({ sandbox, db, sources }: Running, group: BulkGroupRow, hasWaitedForIssuer: boolean) {
  const source = sources.get(group.source_id);
  if (!source) throw new Error("The API key of a bulk group is gone.");
  return {
    sandbox,
    db,
    source,
    clientIp: group.client_ip,
    serverIp: group.server_ip,
    now: sandbox.clock.now(),
    hasWaitedForIssuer,
  };
}
