import { setTimeout as delay } from "node:timers/promises";
import { actionHeaders } from "#e2e/proof/access/matrix.ts";
import type { ActionEntryPoint } from "#e2e/support/entry-points.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { paths } from "#lib/paths.ts";

/** What a person did, and how long the answer took; `problem` when it was not the right one. */
export type Act = { kind: "page" | "read" | "charge"; ms: number; problem: string | undefined };

type Visitor = {
  origin: string;
  headers: Record<string, string>;
  charge: ActionEntryPoint;
  draw: () => number;
  /** Between two acts, on average. */
  pauseMs: number;
};

const pages = [paths.charge(), "/transactions", "/batches", "/attention"];
const reads = [
  paths.api.attempts(),
  paths.api.attentionCount(),
  paths.api.search("q=amount:>10"),
  paths.api.batch("current"),
];
const answerMs = 30_000;

/** One person at the counter until `signal`: opens pages, reads what they poll, and takes a cash payment now and then. */
export async function visit(visitor: Visitor, signal: AbortSignal, note: (act: Act) => void): Promise<void> {
  const { draw, pauseMs } = visitor;
  const stream = followChanges(visitor, signal, note);
  while (!signal.aborted) {
    await delay(pauseMs * (0.5 + draw()), undefined, { signal }).catch(() => {});
    if (!signal.aborted) note(await actOnce(visitor));
  }
  await stream;
}

async function actOnce(visitor: Visitor): Promise<Act> {
  const { draw } = visitor;
  const which = draw();
  if (which < 0.2) return timed("charge", () => takeCash(visitor));
  const list = which < 0.6 ? pages : reads;
  const path = list[Math.floor(draw() * list.length)] ?? "/";
  return timed(list === pages ? "page" : "read", async () => {
    const { origin, headers } = visitor;
    const answer = await fetch(origin + path, { headers, signal: AbortSignal.timeout(answerMs) });
    const text = await answer.text();
    return answer.ok && !answer.redirected && text !== "" ? undefined : `${path}: ${answer.status}`;
  });
}

async function takeCash({ origin, headers, charge, draw }: Visitor): Promise<string | undefined> {
  const amount = `${5 + Math.floor(draw() * 900)}.${String(Math.floor(draw() * 100)).padStart(2, "0")}`;
  const values = { ...emptyCharge(newAttemptId()), tender: "cash", amount };
  const answer = await fetch(origin + paths.charge(), {
    method: "POST",
    headers: { ...headers, ...actionHeaders(origin, charge) },
    body: JSON.stringify([values]),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await answer.text();
  return answer.ok && text.includes('"result_code":"A"')
    ? undefined
    : `charge: ${answer.status} ${text.slice(0, 300)}`;
}

async function timed(kind: Act["kind"], run: () => Promise<string | undefined>): Promise<Act> {
  const startedAt = performance.now();
  const problem = await run().catch((error: unknown) => `${kind}: ${String(error)}`);
  return { kind, ms: performance.now() - startedAt, problem };
}

/** The stream of changes that an open page holds. It may not end before the person leaves. */
async function followChanges(
  { origin, headers }: Visitor,
  signal: AbortSignal,
  note: (act: Act) => void,
): Promise<void> {
  const startedAt = performance.now();
  const lost = (problem: string) => note({ kind: "read", ms: performance.now() - startedAt, problem });
  try {
    const answer = await fetch(origin + paths.api.live(), { headers, signal });
    if (!answer.ok) return lost(`live: ${answer.status}`);
    for await (const _ of answer.body ?? []) if (signal.aborted) return;
    if (!signal.aborted) lost("live: the stream ended");
  } catch (error) {
    if (!signal.aborted) lost(`live: ${String(error)}`);
  }
}
