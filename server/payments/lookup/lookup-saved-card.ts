import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupContext, Lookups } from "./context.ts";
import { keepPolling, mayArriveUntil, resolveAs } from "./outcome.ts";
import { isApproved, toSaved } from "./resolution.ts";
import { provenFrom } from "./times.ts";

/**
 * For saving a card, which moves no money and may be repeated: that of a payment is saved again, under the same token. One
 * that was typed is no longer here: it counts as saved when it has been saved since, and otherwise as not known to be.
 */
export async function lookupSavedCard(
  row: AttemptRow,
  lookups: Lookups,
  context: LookupContext,
): Promise<void> {
  const at = context.clock();
  if (row.original_key !== null) {
    const answer = await context.gateway.saveCard(row.original_key);
    if (answer.kind === "unavailable") {
      lookups.isReached = false;
      return;
    }
    const saved = answer.kind === "answered" ? answer.value : undefined;
    const isSaved = saved !== undefined && isApproved(saved);
    const message = isSaved
      ? "The gateway was asked again and has the card: it is saved once, under this token."
      : `The gateway was asked again and did not save the card: ${saved?.error ?? "it does not know the payment"}.`;
    lookups.settled += (await resolveAs(row, toSaved(message, isSaved, at, saved), context)) ? 1 : 0;
    return;
  }
  const until = provenFrom(row, context.timeoutMs);
  const isSaved = await context.records.isSavedSince(row);
  if (!isSaved && at < until)
    return await keepPolling(row, { places: [], waitsFor: mayArriveUntil(until, context) }, [until], context);
  const message = isSaved
    ? "The same card has been saved since. No money moved."
    : "No money moved, and no token was returned. Save the card again if it is needed: it is saved only once.";
  lookups.settled += (await resolveAs(row, toSaved(message, isSaved, at, undefined), context)) ? 1 : 0;
}
