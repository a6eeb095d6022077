import { sql } from "kysely";
import type { Attempt, AttemptSearch, AttemptStep } from "#lib/attempt.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import type { Transaction as GatewayTransaction } from "#lib/gateway/schemas/transaction.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupNotes } from "../lookup/notes.ts";
import { waitsForText } from "../lookup/waits-for.ts";
import { sentFacts } from "./sent-facts.ts";
import { signedCents } from "./signed-cents.ts";

/** What the row of an attempt says: its outcome, its currency, and itself as the browser gets it. */

/** States without a final outcome. */
export const statesWithoutOutcome = ["prepared", "sent", "unknown"] as const;

/** SQL condition: the attempt has no final outcome. Its states are literals, as in the partial indexes. */
export const isStateWithoutOutcome = sql<boolean>`state in (${sql.join(statesWithoutOutcome.map(sql.lit))})`;

type Outcome = Pick<AttemptRow, "state" | "problem" | "contradiction">;

/** Whether the gateway carried it out. A duplicate's answer is that of the first payment, which has its own row. */
export const tookEffect = (row: Outcome & Pick<AttemptRow, "answer">): boolean =>
  tookEffectBy(row.answer ? JSON.parse(row.answer) : {}, row);

/** `tookEffect` for an answer that is already parsed. */
export function tookEffectBy(
  answer: GatewayTransaction,
  { state, problem, contradiction }: Outcome,
): boolean {
  if (contradiction) return JSON.parse(contradiction).moved === true;
  if (state === "resolved" && problem) return JSON.parse(problem).moved === true;
  const { result_code, is_duplicate } = answer;
  return isApprovedCode(result_code) && is_duplicate !== "Y";
}

export const hasNoOutcome = ({ state }: Pick<AttemptRow, "state">): boolean =>
  statesWithoutOutcome.some((each) => each === state);

/** Whether it is recorded and unsent, so that a person can stop it. */
export const isWaiting = (row: AttemptRow): row is AttemptRow & { recall_until: number } =>
  row.state === "prepared" && row.recall_until !== null;

/** SQL condition for `isWaiting`; a partial index has the same one. */
export const isWaitingState = sql<boolean>`state = 'prepared' and recall_until is not null`;

/** A row as the browser gets it. */
export function toAttempt(row: AttemptRow, steps: AttemptStep[]): Attempt {
  const signed = signedCents(row);
  return {
    id: row.id,
    reference: row.reference,
    command: row.command,
    tender: row.tender,
    paymentMethod: row.payer,
    amountCents: row.amount_cents ?? undefined,
    ...(signed !== undefined && { signedCents: signed }),
    ...currencyOf(row),
    originalKey: row.original_key ?? undefined,
    userName: row.user_name,
    userId: row.user_id,
    ...(row.approved_by !== null && { approvedBy: row.approved_by }),
    ...sentFacts(row),
    state: row.state,
    preparedAt: row.prepared_at,
    sentAt: row.sent_at ?? undefined,
    outcomeAt: row.outcome_at ?? undefined,
    tookMs: row.took_ms ?? undefined,
    // After a decision lookups continue in the background; no request waits for them.
    nextLookupAt: row.state === "unknown" ? (row.next_lookup_at ?? undefined) : undefined,
    transaction: row.answer ? JSON.parse(row.answer) : undefined,
    problem: row.problem ? JSON.parse(row.problem) : undefined,
    ...(row.contradiction && { contradiction: JSON.parse(row.contradiction) }),
    ...(row.returned && { returned: JSON.parse(row.returned) }),
    ...(row.completes && { completes: row.completes }),
    ...(isWaiting(row) && { delayed: { dueMs: Math.max(0, row.recall_until - Date.now()) } }),
    search: toSearch(row),
    steps,
  };
}

/** That of the payment it acts on, else what it asked for or the gateway answered; none is the merchant's own. */
export function currencyOf({
  original_before,
  request,
  answer,
}: Pick<AttemptRow, "original_before" | "request" | "answer">): { currency?: string } {
  for (const text of [original_before, request, answer]) {
    if (!text?.includes('"currency"')) continue;
    const { currency }: { currency?: unknown } = JSON.parse(text);
    if (typeof currency === "string" && currency !== "") return { currency };
  }
  return {};
}

function toSearch({ lookup_notes, lookups }: AttemptRow): AttemptSearch | undefined {
  if (lookup_notes === null) return undefined;
  const { lookedUpAt, places, waitsFor }: LookupNotes = JSON.parse(lookup_notes);
  return { lookups, lookedUpAt, places, ...(waitsFor !== undefined && { waitsFor: waitsForText(waitsFor) }) };
}
