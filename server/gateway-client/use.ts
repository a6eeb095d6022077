import { sql } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import { beforeClose } from "#server/db/close-store.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import type { Caller } from "./caller.ts";
import type { Priority } from "./rate-limit/state.ts";

type Request = {
  caller: Caller;
  priority: Priority;
  what: string;
  failed: boolean;
  answerMs: number;
  queuedMs: number;
};
type Sum = Omit<Request, "failed"> & { minute: number; requests: number; failed: number };

/** Counts a request for its caller. Flushed every two seconds in one commit, so that it costs a payment nothing. */
export function noteUse(request: Request, now = Date.now()): void {
  const minute = Math.floor(now / 60_000) * 60_000;
  const name = [minute, request.caller.id, request.priority, request.what].join("\n");
  const sum = sums.get(name) ?? { ...request, minute, requests: 0, failed: 0, answerMs: 0, queuedMs: 0 };
  sum.requests += 1;
  sum.failed += request.failed ? 1 : 0;
  sum.answerMs += Math.round(request.answerMs);
  sum.queuedMs += Math.round(request.queuedMs);
  sums.set(name, sum);
  beforeClose(db(), flushUse);
  writing ??= setTimeout(() => {
    flushUse().catch((error: unknown) => log.error({ err: error }, "the gateway usage could not be saved"));
  }, 2000).unref();
}

/** Writes the counts so far. */
export async function flushUse(): Promise<void> {
  clearTimeout(writing);
  writing = undefined;
  // The same order in every process: rows locked crosswise would deadlock.
  const taken = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  sums.clear();
  if (taken.length === 0) return;
  await db()
    .transaction()
    .execute(async (store) => {
      await store
        .deleteFrom("gateway_use")
        .where("minute", "<", Date.now() - keptMs)
        .execute();
      for (const { minute, caller, priority, what, requests, failed, answerMs, queuedMs } of taken)
        await store
          .insertInto("gateway_use")
          .values({
            minute,
            caller_id: caller.id,
            caller_name: caller.name,
            priority,
            what,
            requests,
            failed,
            answer_ms: answerMs,
            queued_ms: queuedMs,
          })
          .onConflict((conflict) =>
            conflict.columns(["minute", "caller_id", "priority", "what"]).doUpdateSet({
              caller_name: caller.name,
              requests: sql`gateway_use.requests + excluded.requests`,
              failed: sql`gateway_use.failed + excluded.failed`,
              answer_ms: sql`gateway_use.answer_ms + excluded.answer_ms`,
              queued_ms: sql`gateway_use.queued_ms + excluded.queued_ms`,
            }),
          )
          .execute();
    });
}

/** Who used what since then, the largest counts first. */
export async function readUseSince(since: number) {
  await flushUse();
  const { sum, max } = db().fn;
  return db()
    .selectFrom("gateway_use")
    .select(["caller_id as callerId", "priority", "what", max("caller_name").as("callerName")])
    .select([
      sum<number>("requests").as("requests"),
      sum<number>("failed").as("failed"),
      sum<number>("answer_ms").as("answerMs"),
      sum<number>("queued_ms").as("queuedMs"),
    ])
    .where("minute", ">", since - 60_000)
    .groupBy(["caller_id", "priority", "what"])
    .orderBy("requests", "desc")
    .execute();
}

const sums = new Map<string, Sum>();
let writing: NodeJS.Timeout | undefined;

const keptMs = DAY_MS;
