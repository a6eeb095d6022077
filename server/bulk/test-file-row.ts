import { newAttemptId } from "#lib/attempt.ts";
import { newReference } from "#server/payments/attempts/reference.ts";
import type { BulkFileRow } from "./files.ts";

/** For tests only: a file of ten sales of 12.50 that Ada prepared and Ben approved. */
export function fileRow(change: Partial<BulkFileRow> = {}): BulkFileRow {
  return {
    id: newAttemptId(),
    reference: newReference(),
    name: "payments.csv",
    size: 900,
    sha256: "ab".repeat(32),
    rows: 10,
    good: 10,
    excluded: 0,
    fixed: 0,
    totals: JSON.stringify([{ command: "sale", tender: "card", count: 10, cents: 12_500, withoutAmount: 0 }]),
    cents: 12_500,
    plan: JSON.stringify({ encoding: "utf-8", separator: ",", mapping: [] }),
    state: "sent",
    prepared_by_id: "ada",
    prepared_by: "Ada Okafor",
    prepared_at: Date.now(),
    second_reason: null,
    approved_by_id: "ben",
    approved_by: "Ben Alvarez",
    approved_at: Date.now(),
    process_id: null,
    end_sent: null,
    sent_at: Date.now(),
    outcome_at: null,
    bulk_key: null,
    upload: null,
    group_seen: null,
    group_read_at: null,
    problem: null,
    next_lookup_at: null,
    lookup_notes: null,
    rows_digest: null,
    edits_digest: null,
    review: JSON.stringify({ edits: [], payouts: [] }),
    payments: null,
    counter_payments: null,
    ...change,
  };
}
