import { z } from "zod";
import { momentIn, readMoment } from "#lib/time.ts";
import type { Sandbox } from "../context.ts";
import { presentBatch } from "../presenters/batch.ts";
import { beginClosing, finishClosing, runDue } from "../processor/settlement.ts";
import { invalidField, RefusalError } from "../refusal.ts";
import { findBatch, findBatchById, sumBatch } from "../store/batches.ts";
import { durationMs } from "../time/duration.ts";

export const clockChange = z
  .object({ advance: z.string().optional(), set: z.string().optional() })
  .refine(({ advance, set }) => (advance === undefined) !== (set === undefined), "give advance or set");

/** Moves the sandbox's clock forward and runs all due work before it answers. */
export async function moveClock(
  sandbox: Sandbox,
  { advance, set }: z.output<typeof clockChange>,
): Promise<{ now: string }> {
  await sandbox.webhooks.catchUp(async () => {
    const ms = advance === undefined ? msUntil(sandbox, set ?? "") : requireDuration(advance);
    await sandbox.clock.advance(ms);
    await runDue(sandbox);
  });
  return { now: momentIn(sandbox.settings.timeZone, sandbox.clock.now()) };
}

function msUntil({ clock, settings }: Sandbox, local: string): number {
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(local)
    ? readMoment(settings.timeZone, local.length === 16 ? `${local}:00` : local)
    : undefined;
  if (at === undefined) throw invalidField("set", "must be a local time such as 2026-11-20T17:00:00");
  if (at < clock.now())
    throw invalidField("set", "must not be before the sandbox's clock: it only moves ahead");
  return at - clock.now();
}

function requireDuration(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined)
    throw invalidField("advance", "must be a duration such as PT17H or P3D, P3650D at most");
  return ms;
}

/** Closes the open batch now and answers when it is closed. */
export async function closeCurrentBatch({
  store,
  clock,
  settings,
}: Sandbox): Promise<Record<string, unknown>> {
  const id = await store.transact(async (db) => {
    const batch = await findBatch(db, "current");
    const closing = batch && (await beginClosing(db, batch.id, clock.now()));
    if (!closing) throw new RefusalError("notFound");
    return closing.id;
  });
  return await store.transact(async (db) => {
    await finishClosing(db, id, clock.now());
    const batch = await findBatchById(db, id);
    if (!batch) throw new RefusalError("notFound");
    return presentBatch(batch, await sumBatch(db, id), settings.timeZone);
  });
}
