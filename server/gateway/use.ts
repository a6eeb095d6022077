import { sql } from "kysely";
import { beforeClose } from "#server/db/close-store.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import type { Lane } from "./budget/state.ts";
import type { Caller } from "./caller.ts";

type Request = {
  caller: Caller;
  lane: Lane;
  what: string;
  failed: boolean;
  answerMs: number;
  lineMs: number;
};
type Sum = Omit<Request, "failed"> & { minute: number; requests: number; failed: number };

/** Counts a request for whom it was made. Put down every two seconds in one commit, so that it costs a payment nothing. */
export function noteUse(request: Request, now = Date.now()): void {
  const minute = Math.floor(now / 60_000) * 60_000;
  const name = [minute, request.caller.id, request.lane, request.what].join("\n");
  const sum = sums.get(name) ?? { ...request, minute, requests: 0, failed: 0, answerMs: 0, lineMs: 0 };
  sum.requests += 1;
  sum.failed += request.failed ? 1 : 0;
  sum.answerMs += Math.round(request.answerMs);
  sum.lineMs += Math.round(request.lineMs);
  sums.set(name, sum);
  beforeClose(db(), putDownUse);
  writing ??= setTimeout(() => {
    putDownUse().catch((error: unknown) =>
      log.error({ err: error }, "who used the gateway could not be put down"),
    );
  }, 2000).unref();
}

/** Writes what is counted so far. */
export async function putDownUse(): Promise<void> {
  clearTimeout(writing);
  writing = undefined;
  // In one order in every process: rows locked crosswise would wait for each other for ever.
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
      for (const { minute, caller, lane, what, requests, failed, answerMs, lineMs } of taken)
        await store
          .insertInto("gateway_use")
          .values({
            minute,
            caller_id: caller.id,
            caller_name: caller.name,
            lane,
            what,
            requests,
            failed,
            answer_ms: answerMs,
            line_ms: lineMs,
          })
          .onConflict((conflict) =>
            conflict.columns(["minute", "caller_id", "lane", "what"]).doUpdateSet({
              caller_name: caller.name,
              requests: sql`gateway_use.requests + excluded.requests`,
              failed: sql`gateway_use.failed + excluded.failed`,
              answer_ms: sql`gateway_use.answer_ms + excluded.answer_ms`,
              line_ms: sql`gateway_use.line_ms + excluded.line_ms`,
            }),
          )
          .execute();
    });
}

/** Who used what since then, the most first. */
export async function readUseSince(since: number) {
  await putDownUse();
  const { sum, max } = db().fn;
  return db()
    .selectFrom("gateway_use")
    .select(["caller_id as callerId", "lane", "what", max("caller_name").as("callerName")])
    .select([
      sum<number>("requests").as("requests"),
      sum<number>("failed").as("failed"),
      sum<number>("answer_ms").as("answerMs"),
      sum<number>("line_ms").as("lineMs"),
    ])
    .where("minute", ">", since - 60_000)
    .groupBy(["caller_id", "lane", "what"])
    .orderBy("requests", "desc")
    .execute();
}

const sums = new Map<string, Sum>();
let writing: NodeJS.Timeout | undefined;

const keptMs = 86_400_000;
