"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/attempts/use-now.ts";
import { Tick } from "#components/ui/tick-list.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatAge } from "#lib/format/durations.ts";
import { type ChargeValues, chargeCents } from "#lib/forms/charge.ts";
import { cardBrand } from "#lib/gateway/card-number.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";

/** As long as gateways of this family look back for duplicates. */
const similarForMs = 5 * 60_000;

/** Whether a payment like this one was taken a moment ago, at any desk, by the console's own journal. */
export function SimilarTick({ values }: { values: ChargeValues }) {
  const { data: attempts = [] } = useQuery(attemptsQuery({}));
  const now = useNow(10_000);
  if (now === undefined) return null;
  const similar = attempts.find((attempt) => isSimilar(attempt, values, now));
  if (!similar) return <Tick>No similar charge in the last 5 minutes</Tick>;
  if (similar.state === "unknown")
    return (
      <Tick tone="unknown" icon="unknown">
        The outcome of a similar charge is not known yet. Do not charge again.
      </Tick>
    );
  return (
    <Tick tone="warning" icon="warning">
      {`A similar charge was taken ${formatAge((now - similar.preparedAt) / 1000)}`}
    </Tick>
  );
}

function isSimilar(attempt: Attempt, values: ChargeValues, now: number): boolean {
  if (attempt.amountCents !== chargeCents(values) || attempt.tender !== values.tender) return false;
  if (!attempt.payer.endsWith(endingOf(values))) return false;
  if (attempt.state === "unknown") return true;
  const code = attempt.transaction?.result_code;
  return now - attempt.preparedAt < similarForMs && (code === "A" || code === "P");
}

/** How the payer's words end, once enough is typed; a text that nothing ends with until then. */
function endingOf({ tender, card, check, token }: ChargeValues): string {
  const nothing = "\0";
  if (tender === "card")
    return cardBrand(card.number) && card.number.length > 12 ? card.number.slice(-4) : nothing;
  if (tender === "check") return check.account.length > 3 ? check.account.slice(-4) : nothing;
  return tender === "token" ? token.token.trim().slice(-4).toLowerCase() || nothing : "Cash";
}
