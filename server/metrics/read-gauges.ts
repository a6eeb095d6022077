import { countTailBreaks } from "#server/audit/tail.ts";
import { readVerdict } from "#server/audit/verification.ts";
import { db } from "#server/db/db.ts";
import { readPulse } from "#server/gateway-client/report.ts";
import { openStreams } from "#server/live/open-streams.ts";
import { countWithoutOutcome } from "#server/payments/attempts/attempts-without-outcome.ts";
import { countOpenNotices } from "#server/payments/attempts/notices.ts";
import { countUnchecked } from "#server/webhooks/store.ts";
import type { Gauge } from "./prometheus-text.ts";

/** What the store and this process are like now. Asks the gateway nothing. */
export async function readGauges(now = Date.now()): Promise<Gauge[]> {
  const [gateway, payments, audit, webhooks, notices] = await Promise.all([
    gatewayGauges(),
    paymentGauges(now),
    auditGauges(),
    countUnchecked(),
    countOpenNotices(),
  ]);
  return [
    ...gateway,
    ...payments,
    ...audit,
    gauge("console_webhooks_unchecked", "Events of the gateway that wait to be checked.", webhooks),
    gauge("console_notices_open", "Notices about money that a manager has to acknowledge.", notices),
    gauge("console_live_streams", "Browsers that listen to this process for changes.", openStreams().size),
    ...processGauges(),
  ];
}

const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] });

async function gatewayGauges(): Promise<Gauge[]> {
  const pulse = await readPulse();
  const windows = Object.entries({ minute: pulse?.minute, day: pulse?.day }).flatMap(([window, found]) =>
    found ? [{ labels: { window }, ...found }] : [],
  );
  const queue = pulse?.queue ?? { waiting: 0, payments: 0, paymentDueMs: 0 };
  return [
    gauge(
      "console_gateway_reachable",
      "1 when the last request was answered, 0 when it was not, -1 before the first.",
      pulse ? Number(pulse.reachable) : -1,
    ),
    {
      name: "console_rate_limit_used",
      help: "Requests used of the gateway's limit, by all consoles and others with the key.",
      values: windows.map(({ labels, used }) => ({ labels, value: used })),
    },
    {
      name: "console_rate_limit_left",
      help: "Requests left of the gateway's limit.",
      values: windows.map(({ labels, used, limit }) => ({ labels, value: Math.max(0, limit - used) })),
    },
    {
      name: "console_gateway_queue",
      help: "Requests that wait for the rate limit.",
      values: [
        { labels: { kind: "payment" }, value: queue.payments },
        { labels: { kind: "other" }, value: queue.waiting - queue.payments },
      ],
    },
    gauge(
      "console_payment_due_seconds",
      "In how long a payment that is sent now would go.",
      queue.paymentDueMs / 1000,
    ),
  ];
}

async function paymentGauges(now: number): Promise<Gauge[]> {
  const states = await countWithoutOutcome();
  return [
    {
      name: "console_attempts_without_outcome",
      help: "Money commands without an outcome, by state.",
      values: states.map(({ state, count }) => ({ labels: { state }, value: count })),
    },
    {
      name: "console_attempt_oldest_without_outcome_seconds",
      help: "Age of the oldest money command without an outcome, by state; 0 without any.",
      values: states.map(({ state, oldest }) => ({
        labels: { state },
        value: oldest === null ? 0 : Math.max(0, (now - oldest) / 1000),
      })),
    },
  ];
}

async function auditGauges(): Promise<Gauge[]> {
  const [{ position, breaks }, verdict] = await Promise.all([countTailBreaks(db()), readVerdict()]);
  return [
    gauge("console_audit_events", "Position of the newest event of the audit log.", position),
    gauge(
      "console_audit_tail_breaks",
      "Among the newest events, how many don't follow the one before: 0 in a sound log.",
      breaks,
    ),
    gauge(
      "console_audit_faults",
      "Faults that the last verification of the whole log found; -1 before the first.",
      verdict?.faults ?? -1,
    ),
    gauge(
      "console_audit_verified_timestamp_seconds",
      "When the whole log was verified last; 0 before.",
      (verdict?.at ?? 0) / 1000,
    ),
  ];
}

function processGauges(): Gauge[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    gauge("process_resident_memory_bytes", "Memory of this process.", rss),
    gauge("nodejs_heap_used_bytes", "JavaScript heap in use.", heapUsed),
    gauge("nodejs_external_memory_bytes", "Memory outside of the heap.", external),
    gauge(
      "process_start_time_seconds",
      "When this process started.",
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
  ];
}
