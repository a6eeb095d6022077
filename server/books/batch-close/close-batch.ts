import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { batchNumber } from "#lib/batches/batch-name.ts";
import { readPlainSums } from "#lib/batches/batch-sums.ts";
import { formatAge } from "#lib/format/durations.ts";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { keepBatch } from "#server/gateway-cache/batches.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { read } from "#server/gateway-client/client.ts";
import { type OnceOutcome, sendOnce } from "#server/gateway-client/send-once.ts";
import { log } from "#server/log.ts";

/** `shown`: what the question said that the batch holds, in cents; null where the gateway gave no sums. */
export const closeForm = z.object({
  key: z.string().regex(/^\w{1,64}$/),
  shown: z.object({ count: z.int(), cents: z.int() }).nullable(),
});

/** `changed`: it holds something else by now, and nothing was closed. `unknown`: the answer was lost, and it may be closing. */
export type Closed = { kind: "closing" | "changed" | "unknown" };

/** Until then the first request may still arrive at the gateway. */
const openForMs = 60_000;

/** About as long as an answer takes. */
const answerMs = 10_000;

/**
 * Asks the gateway to close the open batch, if it is still the one with this key. The gateway closes whichever batch is
 * open, and a second request could close the next one: no one else may ask while an answer is open. What came into it
 * after the question was asked is asked about first.
 */
export async function closeBatch(
  user: Actor,
  { key, shown }: z.output<typeof closeForm>,
  now = Date.now(),
): Promise<Result<Closed>> {
  const current = toRead(
    await read("getBatch", { segments: { batch_key: "current" }, priority: "person" }),
    noneOpen,
  );
  if (current.kind === "unavailable") return refuse(`Nothing was closed. ${current.message}`);
  if (current.kind === "missing" || current.value.key !== key || isClosing(current.value))
    return refuse(noneOpen);
  if (!isDeepStrictEqual(readPlainSums(current.value)?.total ?? null, shown)) {
    await keepBatch(current.value, current.readAt);
    return ok({ kind: "changed" });
  }
  const problem = await claim(user, key, now);
  if (problem) return refuse(problem);
  const outcome = await sendOnce("closeBatch");
  log.info({ batch: key, user: user.id, outcome: outcome.kind }, "a batch was closed by hand");
  return conclude({ key, user, now }, outcome);
}

const noneOpen = "Nothing was closed: this batch is no longer open.";

const isClosing = ({ status = "open" }: Batch) => status !== "open";

/** Why it can't be asked for now; undefined once this request may go. */
async function claim(user: Actor, key: string, now: number): Promise<string | undefined> {
  const row = { user_id: user.id, user_name: user.name, asked_at: now, state: "sent" } as const;
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto("batch_closes")
    .values({ batch_key: key, ...row })
    .onConflict((conflict) =>
      conflict
        .column("batch_key")
        .doUpdateSet(row)
        .where("batch_closes.state", "!=", "closed")
        .where("batch_closes.asked_at", "<=", now - openForMs),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const before = await db()
    .selectFrom("batch_closes")
    .selectAll()
    .where("batch_key", "=", key)
    .executeTakeFirst();
  if (!before) return "Nothing was closed: someone else asked at the same time. Check the batch again.";
  const { user_name: name, asked_at: at, state } = before;
  return state === "closed"
    ? `${name} has already closed this batch.`
    : state === "sent" && now - at < answerMs
      ? `${name} is closing this batch. Look at it again in a moment.`
      : `${name} asked to close this batch ${formatAge((now - at) / 1000)}, and the answer isn't known yet. Look at the batch again in a minute.`;
}

/** A request to close a batch, by whom and when. */
type Request = { key: string; user: Actor; now: number };

async function conclude(request: Request, outcome: OnceOutcome<"closeBatch">): Promise<Result<Closed>> {
  const { key, now } = request;
  switch (outcome.kind) {
    case "answered":
      return concludeAnswered(request, outcome.value);
    case "unknown":
      return noteUnknown(request);
    case "unsent":
      await withdraw(key, now);
      return refuse(`Nothing was closed: ${outcome.reason}.`);
    case "refused": {
      await withdraw(key, now);
      const { status, message } = outcome.error;
      if (status === requestErrors.unknownPath.status) return refuse(notOffered);
      const read = toRead(outcome, notOffered);
      return refuse(`Nothing was closed. ${read.kind === "found" ? message : read.message}`);
    }
  }
}

const notOffered =
  "Nothing was closed: the gateway doesn't close this batch on request. It closes by its schedule.";

async function concludeAnswered(request: Request, batch: Batch): Promise<Result<Closed>> {
  const { key, now } = request;
  if (!batch.key || !isClosing(batch)) return noteUnknown(request);
  await keepBatch(batch);
  if (batch.key !== key) {
    await withdraw(key, now);
    return refuse(
      `This batch had just closed, and the gateway closed the next one, batch ${batchNumber(batch)}.`,
    );
  }
  await note(request, "closed");
  return ok({ kind: "closing" });
}

async function noteUnknown(request: Request): Promise<Result<Closed>> {
  await note(request, "unknown");
  return ok({ kind: "unknown" });
}

const note = ({ key, user, now }: Request, state: "closed" | "unknown") =>
  db()
    .transaction()
    .execute(async (store) => {
      await store
        .updateTable("batch_closes")
        .set({ state })
        .where("batch_key", "=", key)
        .where("asked_at", "=", now)
        .execute();
      await record(store, { name: "batch.closed", by: user, subject: key, fields: { state } });
    });

/** Nothing was closed: it may be asked for again at once. */
const withdraw = (key: string, askedAt: number) =>
  db().deleteFrom("batch_closes").where("batch_key", "=", key).where("asked_at", "=", askedAt).execute();
