import type { LaterChange, LaterState } from "#lib/bulk/bulk-results.ts";
import { maxPaymentsKept } from "#lib/bulk/bulk-results.ts";
import type { ReturnFacts } from "#lib/payments/notice.ts";
import { type CurrentState, isCollected, isUndone, returnStates } from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import { movedBy } from "#server/gateway-cache/result-sums.ts";
import { originalKeys } from "#server/payments/attempts/attempt-queries.ts";
import { eventStates, readLaterStates } from "#server/payments/follow-up/current-state.ts";

/** What became of the payments of a group after it ran, as far as actions, events and readings show. Costs no request. */
export async function readLaterChanges(groupKey: string): Promise<LaterChange[]> {
  const touched = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .select(["key", "cents", "currency", "kind", "is_authorized"])
    .where("transaction_key", "is not", null)
    .where((eb) =>
      eb.or([
        eb(
          "key",
          "in",
          db()
            .selectFrom("webhook_events")
            .select("transaction_key")
            .where("transaction_key", "is not", null)
            .where("event_type", "in", Object.keys(eventStates)),
        ),
        eb("key", "in", originalKeys()),
        eb(
          "key",
          "in",
          db()
            .selectFrom("notices")
            .select("transaction_key")
            .where("transaction_key", "is not", null)
            .where("kind", "=", "return"),
        ),
        eb("key", "in", db().selectFrom("cached_transactions").select("key").where("ordinal", "is", null)),
      ]),
    )
    .orderBy("key")
    .limit(maxPaymentsKept)
    .execute();
  const states = await readStates(touched);
  return touched.flatMap(({ key, cents, currency, kind, is_authorized }): LaterChange[] => {
    const wasAuthorized = is_authorized === 1;
    const now = toLater(states.get(key), { wasAuthorized, wasVoided: kind === "voids" });
    const named = { cents: cents ?? undefined, currency: currency ?? undefined };
    return now ? [{ key, now, wasAuthorized, ...named }] : [];
  });
}

type Payment = { key: string; cents: number | null };

/** The current states of payments, and of checks whose return was read. */
export async function readStates(payments: readonly Payment[]): Promise<Map<string, CurrentState>> {
  if (payments.length === 0) return new Map();
  const states = await readLaterStates(payments);
  const returns = await db()
    .selectFrom("notices")
    .select(["transaction_key", "facts"])
    .where("kind", "=", "return")
    .where(
      "transaction_key",
      "in",
      payments.map(({ key }) => key),
    )
    .execute();
  for (const { transaction_key, facts } of returns) {
    const { outcome }: ReturnFacts = JSON.parse(facts); // written by `noteReturn`
    states.set(transaction_key ?? "", returnStates[outcome]);
  }
  return states;
}

/** A change as text for a person; undefined for a payment that only went its way. */
export function toLater(
  state: CurrentState | undefined,
  { wasAuthorized, wasVoided }: { wasAuthorized: boolean; wasVoided: boolean },
): LaterState | undefined {
  if (state === undefined || wasVoided) return undefined;
  if (isUndone(state) || state === "partlyRefunded") return state;
  return wasAuthorized && isCollected(state) ? "captured" : undefined;
}
