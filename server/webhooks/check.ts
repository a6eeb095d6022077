import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { ShownTransaction } from "#lib/webhook-event.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { type ReadRequest, read } from "#server/gateway-client/client.ts";
import { listNoticesOf } from "#server/payments/attempts/notices.ts";
import { offerEvidence } from "#server/payments/recovery/offer-evidence.ts";
import { differences } from "./differences.ts";
import { type Hint, toHint } from "./hint.ts";
import { type Plan, planFor } from "./plan.ts";
import { type EventRow, type Finding, finishCheck } from "./store.ts";

/** With the number of requests. `away`: the gateway was unreachable; the events wait, with the reason. */
export type Checked = { kind: "done"; reads: 0 | 1 } | { kind: "away"; reason: string };

/**
 * Checks the events of one transaction that were claimed together, with at most one request. Unless an attempt without an
 * answer needs it, the request is not sent before `readsFrom`. With a `priority`, the transaction is always read.
 */
export async function checkEvents(
  rows: readonly EventRow[],
  now: number,
  options: { priority?: ReadRequest["priority"]; readsFrom?: number } = {},
): Promise<Checked> {
  const toRead: { row: EventRow; hint: Hint }[] = [];
  let priority: ReadRequest["priority"] = options.priority ?? "background";
  const { readsFrom = 0 } = options;
  for (const row of rows) {
    const hint = toHint(row);
    if (!hint) await finishCheck(row, { next_check_at: null });
    else {
      const plan = options.priority
        ? ({ kind: "read", priority } as const)
        : await planFor(hint, row.received_at);
      if (plan.kind === "read" && plan.priority === "background" && now < readsFrom)
        await finishCheck(row, { next_check_at: readsFrom });
      else if (plan.kind === "read") toRead.push({ row, hint });
      else await finishCheck(row, unread(plan, hint, now));
      if (plan.kind === "read" && plan.priority === "resolve") priority = "resolve";
    }
  }
  const [first] = toRead;
  const isAsked = options.priority !== undefined;
  return first
    ? readAndJudge(toRead, { key: first.hint.key, priority, now, isAsked })
    : { kind: "done", reads: 0 };
}

/** The verdict of an event that needs no request. */
function unread(plan: Exclude<Plan, { kind: "read" }>, { type }: Hint, now: number): Partial<Finding> {
  const done = { checked_at: now, next_check_at: null };
  switch (plan.kind) {
    case "known":
      return {
        ...done,
        verdict: "confirmed",
        verdict_text: `The gateway's own response to attempt ${plan.reference} says the same, so it was not asked again.`,
      };
    case "nothing":
      return {
        ...done,
        verdict: type ? "nothing" : "unknown",
        verdict_text:
          "It isn't a payment of this console, and no payment here is waiting for a response. The gateway was not asked.",
      };
    case "later":
      return {
        verdict: type ? "nothing" : "unknown",
        verdict_text:
          "It isn't a payment of this console. It will be read at the gateway unless the running bulk file shows it.",
        next_check_at: now + laterMs,
      };
    case "wait":
      return {
        verdict_text:
          "It may be about a payment that is still waiting for its response. The response comes first.",
        next_check_at: now + 1000,
      };
  }
}

const laterMs = 240_000;

async function readAndJudge(
  events: readonly { row: EventRow; hint: Hint }[],
  {
    key,
    priority,
    now,
    isAsked,
  }: { key: string; priority: ReadRequest["priority"]; now: number; isAsked: boolean },
): Promise<Checked> {
  const outcome = await read("getTransaction", { segments: { trankey: key }, priority });
  if (outcome.kind === "answered") {
    await noteRead([outcome.value], { askedAt: outcome.askedAt });
    const applied = await applyEvidence(outcome.value, outcome.askedAt);
    for (const { row, hint } of events) await finishCheck(row, judge(hint, outcome.value, applied, now));
    return { kind: "done", reads: 1 };
  }
  if (outcome.kind === "refused" && outcome.error.status === 404) {
    for (const { row } of events)
      await finishCheck(row, {
        verdict: "missing",
        verdict_text: "The gateway has no transaction with this key.",
        shown: null,
        checked_at: now,
        next_check_at: null,
      });
    return { kind: "done", reads: 1 };
  }
  const reason = outcome.kind === "refused" ? outcome.error.message : outcome.reason;
  for (const { row } of events)
    await finishCheck(row, isAsked ? keepVerdict(row, reason, now) : askAgain(row, reason, now));
  return { kind: "away", reason };
}

function judge(
  hint: Hint,
  transaction: TransactionDetail,
  applied: AppliedEvidence,
  now: number,
): Partial<Finding> {
  const differing = differences(hint, transaction);
  const done = {
    shown: JSON.stringify(toShown(transaction)),
    checked_at: now,
    next_check_at: null,
  };
  const shows = [transaction.trantype, transaction.status, transaction.amount].filter(Boolean).join(", ");
  if (applied === "contradicted")
    return {
      ...done,
      verdict: "contradicts",
      verdict_text: `It contradicts what was recorded here. See Attention. The gateway shows: ${shows}.`,
    };
  if (applied === "settled")
    return {
      ...done,
      verdict: "settled",
      verdict_text: `It carries the attempt number of a payment whose outcome was unknown. It is resolved now. The gateway shows: ${shows}.`,
    };
  if (!hint.type)
    return {
      ...done,
      verdict: "unknown",
      verdict_text: `This type of event is unknown. The gateway shows: ${shows}.`,
    };
  return differing.length > 0
    ? { ...done, verdict: "differs", verdict_text: differing.join(" ") }
    : { ...done, verdict: "confirmed", verdict_text: `The gateway shows the same: ${shows}.` };
}

/** Seconds until the next try, by the number of times the gateway was unreachable. */
const againAfterSeconds = [5, 15, 30, 60, 120, 300] as const;

/** An event that already has a verdict keeps it when a user checks it again. */
const keepVerdict: typeof askAgain = (row, reason, now) =>
  row.verdict === "waiting" ? askAgain(row, reason, now) : { next_check_at: null };

function askAgain(row: EventRow, reason: string, now: number): Partial<Finding> {
  const seconds = againAfterSeconds[Math.min(row.checks, againAfterSeconds.length) - 1] ?? 5;
  return {
    verdict_text: `Couldn't read from the gateway (${reason}). The console retries automatically.`,
    next_check_at: now + seconds * 1000,
  };
}

function toShown({ trantype, status, result, error, amount, currency }: TransactionDetail): ShownTransaction {
  return { trantype, status, result, error, amount, currency };
}

/** The effect of a transaction: it settled an attempt, or contradicted a recorded decision. */
type AppliedEvidence = "settled" | "contradicted" | "nothing";

/** Offers a transaction that was read after an event as evidence. */
async function applyEvidence(transaction: TransactionDetail, askedAt: number): Promise<AppliedEvidence> {
  const changed = await offerEvidence(transaction, "a transaction the gateway reported", askedAt);
  if (changed === 0 || !transaction.key) return "nothing";
  const notices = await listNoticesOf({ transaction: transaction.key });
  const isContradicted = notices.some(({ kind, acknowledged }) => kind === "contradiction" && !acknowledged);
  return isContradicted ? "contradicted" : "settled";
}
