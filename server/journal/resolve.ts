import { commands } from "#lib/gateway/commands.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { livingProcesses, processId, showAlive } from "./alive.ts";
import { type Evidence, lookForEvidence } from "./evidence.ts";
import { adoptInterrupted } from "./interrupted.ts";
import { type AttemptRow, moveAttempt } from "./store.ts";
import { firstLookInMs, lookAfterSeconds } from "./words.ts";

/**
 * Settles unknown attempts by evidence, and only by evidence. Runs in every console process; an attempt is looked at
 * by whoever claims it first.
 */
export async function resolveDue(now = Date.now()): Promise<number> {
  const due = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "unknown")
    .where("next_look_at", "<=", now)
    .orderBy("next_look_at")
    .limit(20)
    .execute();
  let settled = 0;
  for (const row of due) if (await claim(row, now)) settled += (await look(row)) ? 1 : 0;
  return settled;
}

/** Starts looking, once for the process. On a SQLite file of our own nothing can still be under way from before. */
export async function startResolver(): Promise<void> {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  await showAlive();
  await adoptInterrupted(env().databaseUrl ? await livingProcesses() : [processId()]);
  const tick = async () => {
    try {
      await showAlive();
      await adoptInterrupted(await livingProcesses());
      await resolveDue();
    } catch (error) {
      log.error({ err: error }, "the resolver stumbled and goes on");
    }
    setTimeout(tick, pauseMs).unref();
  };
  void tick();
}

const pauseMs = 1000;
const started: unique symbol = Symbol.for("merchant-console.resolver");

/** The next look is written before this one begins, so that a crash or a second process does not look at once again. */
async function claim(row: AttemptRow, now: number): Promise<boolean> {
  const seconds = lookAfterSeconds[Math.min(row.looks + 1, lookAfterSeconds.length - 1)] ?? 60;
  const claimed = await db()
    .updateTable("attempts")
    .set({ next_look_at: now + Math.max(seconds * 1000, firstLookInMs), looks: row.looks + 1 })
    .where("id", "=", row.id)
    .where("state", "=", "unknown")
    .where("looks", "=", row.looks)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

async function look(row: AttemptRow): Promise<boolean> {
  const evidence = await lookForEvidence(row);
  switch (evidence.kind) {
    case "found":
      return settleByTransaction(row, evidence);
    case "unchanged":
      return settleUnchanged(row, evidence);
    case "none":
      // Only what differs from the last look is worth a line in the story.
      if (row.looks === 0 || row.looks === lookAfterSeconds.length)
        await moveAttempt(row.id, ["unknown"], { state: "unknown" }, { kind: "looked", text: evidence.text });
      return false;
  }
}

function settleByTransaction(
  row: AttemptRow,
  { transaction, text }: Extract<Evidence, { kind: "found" }>,
): Promise<boolean> {
  const moved =
    transaction.result_code === undefined ||
    transaction.result_code === "A" ||
    transaction.result_code === "P";
  return moveAttempt(
    row.id,
    ["unknown"],
    {
      state: "resolved",
      settled_at: Date.now(),
      next_look_at: null,
      answer: JSON.stringify(transaction),
      transaction_key: transaction.key ?? null,
      problem: JSON.stringify({ message: text, moved }),
    },
    { kind: "resolved", text },
  );
}

function settleUnchanged(
  row: AttemptRow,
  { text }: Extract<Evidence, { kind: "unchanged" }>,
): Promise<boolean> {
  const words = `${text} ${commands[row.command].label} did not happen.`;
  return moveAttempt(
    row.id,
    ["unknown"],
    {
      state: "resolved",
      settled_at: Date.now(),
      next_look_at: null,
      problem: JSON.stringify({ message: words, moved: false }),
    },
    { kind: "resolved", text: words },
  );
}
